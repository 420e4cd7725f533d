// Draws frames of the samples by three.js: objects, lines over them, and a camera that turns around a point.

import * as THREE from 'three';

const channel = (color, shift) => ((color >>> shift) & 255) / 255;  // red is in the lowest byte
const LEAST_DISTANCE = 2, MOST_DISTANCE = 120;

function geometryOf({ positions, normals, indices }) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions.slice(), 3));
    if (normals) geometry.setAttribute('normal', new THREE.BufferAttribute(normals.slice(), 3));
    if (indices) geometry.setIndex(new THREE.BufferAttribute(indices.slice(), 1));
    return geometry;
}

export class WorldView {
    constructor(parent) {
        THREE.ColorManagement.enabled = false;
        this.renderer = new THREE.WebGLRenderer({ antialias: true });
        this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
        this.renderer.shadowMap.enabled = true;
        this.canvas = this.renderer.domElement;
        parent.append(this.canvas);
        this.scene = new THREE.Scene();
        this.scene.background = new THREE.Color(0.60, 0.70, 0.80);
        this.scene.add(new THREE.AmbientLight(0xffffff, 0.6 * Math.PI));
        this.sun = new THREE.DirectionalLight(0xffffff, 0.55 * Math.PI);
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(2048, 2048);
        this.sun.shadow.bias = -0.001;
        this.scene.add(this.sun, this.sun.target);
        this.camera = new THREE.PerspectiveCamera(40, 1, 0.1, 500);
        this.target = new THREE.Vector3();
        this.overlay = new THREE.LineSegments(new THREE.BufferGeometry(),
            new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false }));
        this.overlay.renderOrder = 1;  // after the rest
        this.overlay.frustumCulled = false;
        this.scene.add(this.overlay);
        this.meshes = new Map();  // by id: geometries of faces and edges
        this.nodes = new Map();   // by id of the instance
    }

    /** For another scene. */
    clear({ target, distance, turns, height }) {
        for (const node of this.nodes.values()) this.remove(node);
        for (const mesh of this.meshes.values()) Object.values(mesh).forEach((geometry) => geometry.dispose());
        this.nodes.clear();
        this.meshes.clear();
        this.target.fromArray(target);
        Object.assign(this, { distance, turns, height });
        this.placeSun();
    }

    placeSun() {
        const reach = Math.min(1.2 * this.distance, 40), { camera } = this.sun.shadow;
        this.sun.target.position.copy(this.target);
        this.sun.position.set(-0.36, 0.8, 0.48).multiplyScalar(2 * reach).add(this.target);
        Object.assign(camera, { left: -reach, right: reach, bottom: -reach, top: reach, near: 0.1, far: 4 * reach });
        camera.updateProjectionMatrix();
    }

    turn(right, up) {
        this.turns -= right;
        this.height = Math.min(Math.max(this.height + up, -0.5), 0.98);
    }
    zoom(factor) {
        this.distance = Math.min(Math.max(this.distance * factor, LEAST_DISTANCE), MOST_DISTANCE);
    }

    update(frame) {
        for (const id of frame.releasedInstances) {
            this.remove(this.nodes.get(id));
            this.nodes.delete(id);
        }
        for (const id of frame.releasedMeshes) {
            Object.values(this.meshes.get(id)).forEach((geometry) => geometry.dispose());
            this.meshes.delete(id);
        }
        for (const mesh of frame.newMeshes) {
            this.meshes.set(mesh.id, { faces: geometryOf(mesh), edges: geometryOf({ positions: mesh.edges }) });
        }
        for (const { id, mesh, color, edgeColor, pose } of frame.instances) {
            if (!this.nodes.has(id)) this.nodes.set(id, this.add(this.meshes.get(mesh)));
            const node = this.nodes.get(id);
            node.position.set(pose[0], pose[1], pose[2]);
            node.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
            node.material.color.setRGB(channel(color, 0), channel(color, 8), channel(color, 16));
            node.children[0].material.color.setRGB(channel(edgeColor, 0), channel(edgeColor, 8), channel(edgeColor, 16));
        }
        this.overlay.geometry.dispose();
        this.overlay.geometry = geometryOf({ positions: frame.lines.positions });
        this.overlay.geometry.setAttribute('color', new THREE.BufferAttribute(frame.lines.colors.slice(), 4, true));
    }

    add({ faces, edges }) {
        const node = new THREE.Mesh(faces, new THREE.MeshLambertMaterial(
            { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));  // behind its edges
        node.add(new THREE.LineSegments(edges, new THREE.LineBasicMaterial()));
        node.castShadow = node.receiveShadow = true;
        this.scene.add(node);
        return node;
    }
    remove(node) {
        node.material.dispose();
        node.children[0].material.dispose();
        this.scene.remove(node);
    }

    /** @param covered  part of the height that something else covers: the scene stays in the middle of the rest */
    draw(covered) {
        const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
        const size = this.renderer.getSize(new THREE.Vector2());
        if (size.x !== width || size.y !== height || this.covered !== covered) {
            this.covered = covered;
            this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
            this.renderer.setSize(width, height, false);
            this.camera.aspect = width / height;
            // A narrow window sees as far to the sides as a square one.
            this.camera.fov = width < height ? 2 * Math.atan(Math.tan(0.35) * height / width) * 180 / Math.PI : 40;
            this.camera.setViewOffset(width, height, 0, 0.5 * covered * height, width, height);
        }
        const level = Math.sqrt(Math.max(0, 1 - this.height * this.height)), angle = 2 * Math.PI * this.turns;
        this.camera.position.set(level * Math.sin(angle), this.height, level * Math.cos(angle))
            .multiplyScalar(this.distance).add(this.target);
        this.camera.lookAt(this.target);
        this.camera.updateMatrixWorld();
        this.renderer.render(this.scene, this.camera);
    }

    /** The ray through a place of the canvas, in pixels of the page. */
    rayAt(x, y) {
        const box = this.canvas.getBoundingClientRect();
        const place = new THREE.Vector3(2 * (x - box.left) / box.width - 1, 1 - 2 * (y - box.top) / box.height, 0.5);
        const origin = this.camera.position, direction = place.unproject(this.camera).sub(origin).normalize();
        return [origin.toArray(), direction.toArray()];
    }
}
