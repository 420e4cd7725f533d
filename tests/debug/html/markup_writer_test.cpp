#include "debug/html/markup_writer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace {

using namespace sat3d::debug;

TEST(Escaped, MarkupBecomesText) {
    EXPECT_EQ(escaped("<script a=\"b\" c='d'> & more"),
              "&lt;script a=&quot;b&quot; c=&#39;d&#39;&gt; &amp; more");
    EXPECT_EQ(escaped("T\u00fcrmchen \u2192 \U0001F6E1"), "T\u00fcrmchen \u2192 \U0001F6E1");
}

TEST(Escaped, InvalidCharactersAreReplaced) {
    EXPECT_EQ(escaped("a\x1b[2Jb\n"), "a\uFFFD[2Jb\uFFFD");
    EXPECT_EQ(escaped(std::string_view("a\0b", 3)), "a\uFFFDb");
    EXPECT_EQ(escaped("\xC0\xAF"), "\uFFFD\uFFFD") << "an overlong spelling of '/'";
    EXPECT_EQ(escaped("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "half a surrogate pair";
    EXPECT_EQ(escaped("\xE2\x82"), "\uFFFD\uFFFD") << "a character cut short";
    EXPECT_EQ(escaped("\xF5\x80\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "beyond Unicode";
    EXPECT_EQ(escaped("\xEF\xBF\xBE"), "\uFFFD\uFFFD\uFFFD") << "U+FFFE";
}

TEST(Numbers, AreShortAndPlain) {
    EXPECT_EQ(decimals(-0.0001, 2), "0.00");
    EXPECT_EQ(decimals(-1.005e3, 1), "-1005.0");
    EXPECT_EQ(significant(1234.5678, 6), "1234.57");
    EXPECT_EQ(significant(-1.25e-7, 3), "-1.25e-07");
    EXPECT_EQ(decimals(std::numeric_limits<double>::infinity(), 2), "inf");
    EXPECT_EQ(exact(0.1), "0.1");
    EXPECT_EQ(std::stod(exact(-0.33727500000000004)), -0.33727500000000004);
}

TEST(Numbers, HaveADecimalPointInEveryLocale) {
    EXPECT_EQ(withDecimalPoint("-2,50"), "-2.50");
    EXPECT_EQ(withDecimalPoint("1\u066B5e+09"), "1.5e+09");
    EXPECT_EQ(withDecimalPoint("-1.25e-07"), "-1.25e-07");
    EXPECT_EQ(withDecimalPoint("12"), "12");
    EXPECT_EQ(withDecimalPoint("-inf"), "-inf");
}

TEST(MarkupWriter, NestsAndEscapes) {
    MarkupWriter writer;
    writer.open("g", {{"data-name", "\"><script>"}, {"x", 1.5}});
    writer.text("text", {}, "a < b");
    writer.close();
    EXPECT_EQ(writer.take(),
              "<g data-name=\"&quot;&gt;&lt;script&gt;\" x=\"1.5\">\n<text>a &lt; b</text>\n</g>\n");
}

}  // namespace
