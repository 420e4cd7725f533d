#ifndef CHECK_H
#define CHECK_H

/* How the programs end if a call fails, or an answer is wrong. */
#include <sat3d.h>
#include <stdio.h>
#include <stdlib.h>

static void check(s3_status status, int line) {
    if (status != S3_OK) {
        fprintf(stderr, "line %d: %s: %s\n", line, s3_status_name(status), s3_last_error());
        exit(1);
    }
}
#define CHECK(call) check((call), __LINE__)

static void expect(int condition, const char* what) {
    if (!condition) {
        fprintf(stderr, "expected: %s\n", what);
        exit(1);
    }
}

#endif
