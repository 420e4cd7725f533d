#include "shader_program.hpp"

namespace tank_arena {

GLuint makeProgram(const std::string& vertexShader, const std::string& fragmentShader, std::string& error) {
    const GLuint program = glCreateProgram();
    const auto attach = [&](GLenum type, const std::string& text) {
        const GLuint shader = glCreateShader(type);
        const char* source = text.c_str();
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        char log[1000] = "";
        glGetShaderInfoLog(shader, sizeof(log), nullptr, log);
        GLint isCompiled = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &isCompiled);
        error += isCompiled != 0 ? "" : log;
        glAttachShader(program, shader);
        glDeleteShader(shader);
    };
    attach(GL_VERTEX_SHADER, vertexShader);
    attach(GL_FRAGMENT_SHADER, fragmentShader);
    glLinkProgram(program);
    GLint isLinked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &isLinked);
    error += isLinked != 0 ? "" : "a shader program does not link\n";
    return program;
}

GLint uniform(GLuint program, const std::string& name) {
    return glGetUniformLocation(program, name.c_str());
}

void setMatrix(GLuint program, const char* name, const glm::mat4& matrix) {
    glUniformMatrix4fv(uniform(program, name), 1, GL_FALSE, &matrix[0][0]);
}

void setVector(GLuint program, const char* name, const glm::vec3& vector) {
    glUniform3fv(uniform(program, name), 1, &vector.x);
}

}  // namespace tank_arena
