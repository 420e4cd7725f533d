'use strict';

// Light or dark: what the reader chose last, otherwise what the system says. Runs before the page is drawn.
const root = document.documentElement;
const stored = localStorage.getItem('color-scheme');
if (stored) {
    root.style.colorScheme = stored;
}

function toggleScheme() {
    const isDark = root.style.colorScheme
        ? root.style.colorScheme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
    root.style.colorScheme = isDark ? 'light' : 'dark';
    localStorage.setItem('color-scheme', root.style.colorScheme);
}

// A page in a frame says how high it is: see live.py.
addEventListener('message', (event) => {
    const frames = [...document.querySelectorAll('.live iframe')];
    const frame = frames.find((each) => each.contentWindow === event.source);
    if (frame && Number.isFinite(event.data?.height)) {
        const border = frame.offsetHeight - frame.clientHeight;
        frame.style.height = `${event.data.height + border}px`;
    }
});

// The index of the search: [address, title of the page, title of the section, text] of each section. It is a script, so
// that it can be loaded from a file as well as from a server, and it is loaded when the search is used first.
let sections = null;

function setSearchIndex(index) {
    sections = index.map(([address, page, title, text]) =>
        ({ address, page, title, text, lowerTitle: title.toLowerCase(), lowerText: text.toLowerCase() }));
    document.dispatchEvent(new Event('searchindex'));
}

function loadSearchIndex() {
    if (!document.querySelector('script[data-search]')) {
        const script = document.createElement('script');
        script.src = root.dataset.root + 'site/search_index.js';
        script.dataset.search = '';
        document.head.append(script);
    }
}

function isWordStart(text, at) {
    return at === 0 || !/\w/.test(text[at - 1]) || /[A-Z]/.test(text[at]);
}

// How well a section answers a word: 0 not at all.
function scoreOfWord(section, word) {
    const tail = section.lowerTitle.slice(section.lowerTitle.lastIndexOf(':') + 1);
    if (section.lowerTitle === word || tail === word) {
        return section.address.includes('#') && !section.title.includes(':') ? 120 : 100;
    }
    const inTitle = section.lowerTitle.indexOf(word);
    if (inTitle >= 0) {
        return isWordStart(section.title, inTitle) ? 40 : 15;
    }
    const inPage = section.page.toLowerCase().indexOf(word);
    const inText = section.lowerText.indexOf(word);
    if (inText >= 0) {
        return (isWordStart(section.text, inText) ? 6 : 2) + (inPage >= 0 ? 4 : 0);
    }
    return inPage >= 0 ? 1 : 0;
}

// Pages that are seldom what is searched: history, measurements, and the plane's versions of what also exists in space.
const SECONDARY = /^(CHANGELOG|docs\/(lab_book|renames|decisions)|reference\/planar)/;

function search(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const scored = [];
    for (const section of sections) {
        const scores = words.map((word) => scoreOfWord(section, word));
        if (words.length && scores.every((score) => score > 0)) {
            const weight = SECONDARY.test(section.address) ? 0.6 : 1;
            scored.push({ section, score: weight * scores.reduce((sum, one) => sum + one, 0) });
        }
    }
    return scored.sort((a, b) => b.score - a.score).slice(0, 20).map((one) => one.section);
}

// Adds text to an element, with the words marked.
function appendMarked(element, text, words) {
    const pattern = new RegExp('(' + words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|') + ')', 'i');
    text.split(pattern).forEach((part, number) => {
        const node = number % 2 ? document.createElement('mark') : document.createTextNode(part);
        if (number % 2) {
            node.textContent = part;
        }
        element.append(node);
    });
}

function resultOf(section, words) {
    const link = document.createElement('a');
    link.href = root.dataset.root + section.address;
    if (section.page !== section.title) {
        const page = document.createElement('small');
        page.textContent = section.page;
        link.append(page);
    }
    const title = document.createElement('b');
    appendMarked(title, section.title, words);
    const found = words.map((word) => section.lowerText.indexOf(word)).filter((position) => position >= 0);
    const at = found.length ? Math.max(0, Math.min(...found) - 50) : 0;
    const excerpt = document.createElement('span');
    appendMarked(excerpt, (at ? '… ' : '') + section.text.slice(at, at + 140), words);
    link.append(title, excerpt);
    return link;
}

function setUpSearch() {
    const input = document.querySelector('.search input');
    const results = document.querySelector('.results');
    let chosen = -1;

    function show() {
        loadSearchIndex();
        chosen = -1;
        results.replaceChildren();
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        results.hidden = !words.length || !sections;
        if (results.hidden) {
            return;
        }
        const found = search(input.value).map((section) => resultOf(section, words));
        if (found.length) {
            results.append(...found);
        } else {
            const nothing = document.createElement('p');
            nothing.textContent = 'Nothing contains all these words.';
            results.append(nothing);
        }
    }

    function choose(step) {
        const links = results.querySelectorAll('a');
        links[chosen]?.classList.remove('chosen');
        chosen = Math.max(0, Math.min(links.length - 1, chosen + step));
        links[chosen]?.classList.add('chosen');
        links[chosen]?.scrollIntoView({ block: 'nearest' });
    }

    input.addEventListener('focus', loadSearchIndex);
    input.addEventListener('input', show);
    input.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            choose(event.key === 'ArrowDown' ? 1 : -1);
        } else if (event.key === 'Enter') {
            (results.querySelector('.chosen') ?? results.querySelector('a'))?.click();
        } else if (event.key === 'Escape') {
            input.blur();
            results.hidden = true;
        }
    });
    document.addEventListener('searchindex', show);
    document.addEventListener('click', (event) => {
        results.hidden = results.hidden || !event.target.closest('.search');
    });
    document.addEventListener('keydown', (event) => {
        if (event.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
            event.preventDefault();
            input.focus();
        }
    });
    results.addEventListener('click', () => { results.hidden = true; });
}

function setUpMenu() {
    const menu = document.querySelector('.menu');
    menu.addEventListener('click', () => {
        menu.setAttribute('aria-expanded', document.body.classList.toggle('open'));
    });
    const pages = document.querySelector('.pages');
    const current = pages.querySelector('[aria-current]');
    if (current) {
        pages.scrollTop = current.offsetTop - pages.offsetTop - pages.clientHeight / 2;
    }
}

// Marks the section that is read in the list of contents.
function setUpContents() {
    const links = [...document.querySelectorAll('.contents a')];
    const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const mark = () => {
        const limit = window.innerHeight / 4;
        const passed = headings.filter((heading) => heading.getBoundingClientRect().top < limit).length;
        links.forEach((link, number) => link.classList.toggle('here', number === Math.max(0, passed - 1)));
    };
    if (links.length) {
        document.addEventListener('scroll', mark, { passive: true });
        mark();
    }
}

function setUpPermalinks() {
    for (const heading of document.querySelectorAll('main :is(h2, h3)[id]')) {
        const link = document.createElement('a');
        link.className = 'permalink';
        link.href = '#' + heading.id;
        link.textContent = '#';
        link.setAttribute('aria-label', 'Link to this section');
        heading.append(link);
    }
}

document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('.scheme').addEventListener('click', toggleScheme);
    setUpSearch();
    setUpMenu();
    setUpPermalinks();
    setUpContents();
});
