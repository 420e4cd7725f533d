#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <epoxy/gl.h>
#include <string>

namespace tank_arena {

/// Compiles and links a program. Appends what OpenGL reports about faults to `error`.
GLuint makeProgram(const std::string& vertexShader, const std::string& fragmentShader, std::string& error);

[[nodiscard]] GLint uniform(GLuint program, const std::string& name);
void setMatrix(GLuint program, const char* name, const glm::mat4& matrix);
void setVector(GLuint program, const char* name, const glm::vec3& vector);

}  // namespace tank_arena
