"""Conan recipe: conan create . --version=0.1.0"""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir

required_conan_version = ">=2.0"


class Sat3d(ConanFile):
    name = "sat3d"
    description = "Exact convex collision for game engines"
    license = "MIT"
    url = homepage = "https://github.com/sat3d/sat3d"
    topics = ("collision", "physics", "game-development", "geometry")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "models": [True, False], "tools": [True, False]}
    default_options = {"shared": False, "fPIC": True, "models": True, "tools": False}
    implements = ["auto_shared_fpic"]

    def requirements(self):
        self.requires("glm/1.0.1", transitive_headers=True)
        self.requires("highway/1.2.0")
        if self.options.models:
            self.requires("assimp/5.4.3")
            self.requires("nlohmann_json/3.11.3")
        if self.options.tools:
            self.requires("cli11/2.4.2")
            self.requires("fmt/10.2.1")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.options.tools and not self.options.models:
            raise ConanInvalidConfiguration("the option tools needs the option models")

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part, is_built in {"TESTS": False, "EXAMPLES": False, "C": False, "IMPORT": bool(self.options.models),
                               "TOOLS": bool(self.options.tools)}.items():
            toolchain.cache_variables[f"SAT3D_BUILD_{part}"] = is_built
        toolchain.cache_variables["SAT3D_WHOLE_BUILD"] = True
        toolchain.generate()
        dependencies = CMakeDeps(self)
        # The names of Highway's own package.
        dependencies.set_property("highway", "cmake_file_name", "hwy")
        dependencies.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        dependencies.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in ("cmake", "pkgconfig"):  # Conan writes its own
            rmdir(self, os.path.join(self.package_folder, "lib", folder))

    def package_info(self):
        core = self.cpp_info.components["core"]
        core.libs = ["sat3d"]
        core.set_property("cmake_target_name", "sat3d::sat3d")
        core.set_property("pkg_config_name", "sat3d")
        core.requires = ["glm::glm", "highway::hwy"]
        if self.settings.compiler in ("gcc", "clang", "apple-clang"):
            core.cxxflags = ["-ffp-contract=off"]  # inline functions give the same bits as the library
        if self.options.shared:
            core.defines = ["SAT3D_SHARED"]
        debug = self.cpp_info.components["debug"]
        debug.libs, debug.requires = ["sat3d_debug"], ["core"]
        if self.options.models:
            models = self.cpp_info.components["import"]
            models.libs = ["sat3d_import"]
            models.requires = ["core", "assimp::assimp", "nlohmann_json::nlohmann_json"]
        if self.options.tools:
            self.cpp_info.components["tools"].requires = ["import", "debug", "cli11::cli11", "fmt::fmt"]
