// Draws debug geometry with three.js, in a scene of yours. It reads what frame_json.hpp writes. Copy it into your page.

import * as THREE from 'three';

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
const channel = (color, shift) => ((color >>> shift) & 255) / 255; // red is in the lowest byte

function geometryOf({ positions, normals, indices, colors }) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(bytesOf(positions)), 3));
    if (normals) geometry.setAttribute('normal', new THREE.BufferAttribute(new Float32Array(bytesOf(normals)), 3));
    if (indices) geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(bytesOf(indices)), 1));
    if (colors) geometry.setAttribute('color', new THREE.BufferAttribute(new Uint8Array(bytesOf(colors)), 4, true));
    return geometry;
}

export class ThreeRenderer {
    constructor(scene) {
        this.scene = scene;
        this.meshes = new Map(); // by id: geometries of faces and edges
        this.nodes = new Map(); // by id of the instance
        const material = new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false });
        this.overlay = new THREE.LineSegments(new THREE.BufferGeometry(), material);
        this.overlay.renderOrder = 1; // after the rest
        this.overlay.frustumCulled = false;
        scene.add(this.overlay);
    }

    // Adds, moves and removes nodes.
    update(frame) {
        for (const id of frame.releasedInstances) {
            this.scene.remove(this.nodes.get(id));
            this.nodes.delete(id);
        }
        for (const id of frame.releasedMeshes) {
            Object.values(this.meshes.get(id)).forEach((geometry) => geometry.dispose());
            this.meshes.delete(id);
        }
        for (const mesh of frame.newMeshes) {
            this.meshes.set(mesh.id, { faces: geometryOf(mesh), edges: geometryOf({ positions: mesh.lines.positions }) });
        }
        for (const instance of frame.instances) {
            if (!this.nodes.has(instance.id)) this.nodes.set(instance.id, this.makeNode(this.meshes.get(instance.mesh)));
            const node = this.nodes.get(instance.id);
            node.matrix.fromArray(instance.matrix);
            const set = (material, color) => material.color.setRGB(channel(color, 0), channel(color, 8), channel(color, 16));
            set(node.material, instance.color);
            set(node.children[0].material, instance.edgeColor);
        }
    }

    // Replaces the lines that are drawn over everything else.
    setLines(lines) {
        this.overlay.geometry.dispose();
        this.overlay.geometry = geometryOf(lines);
    }

    makeNode({ faces, edges }) {
        const behindEdges = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
        const node = new THREE.Mesh(faces, new THREE.MeshLambertMaterial(behindEdges));
        node.add(new THREE.LineSegments(edges, new THREE.LineBasicMaterial()));
        node.matrixAutoUpdate = false;
        this.scene.add(node);
        return node;
    }
}
