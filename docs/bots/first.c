/* A bot that takes the first legal action. It needs the standard library of C99 alone:
 *
 *     cc -O2 -o first first.c
 *
 * It reads of the JSON only what it needs. Every function below takes a place in the text and
 * returns one; a broken text ends in a NUL, where all of them stop.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELLO[] =
    "{\"type\": \"hello\", \"protocol\": 1, \"name\": \"First (C)\", \"version\": \"1\", "
    "\"wants\": [\"batch\"]}";

static char *line;
static size_t room;

static void fail(const char *why) {
    fprintf(stderr, "first: %s\n", why); /* the host keeps standard error in a log */
    exit(1);
}

/* Reads the next line, of any length, into `line`; returns 0 at the end of the input. */
static int read_line(void) {
    size_t length = 0;
    for (;;) {
        if (room - length < 65536) {
            room = room * 2 + 65536;
            line = realloc(line, room);
            if (line == NULL) fail("there is no memory left");
        }
        if (fgets(line + length, 65536, stdin) == NULL) return length > 0;
        length += strlen(line + length);
        if (length > 0 && line[length - 1] == '\n') return 1;
    }
}

static const char *after_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* Returns what is behind a string. A backslash takes the character behind it along. */
static const char *after_string(const char *at) {
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
    }
    return *at == '"' ? at + 1 : at;
}

/* Returns the comma or bracket behind a value, whatever it is. */
static const char *after_value(const char *at) {
    int depth = 0;
    while (*at != '\0') {
        if (*at == '"') {
            at = after_string(at);
            continue;
        }
        if (depth == 0 && strchr(",]}", *at)) return at;
        if (*at == '[' || *at == '{') depth++;
        if (*at == ']' || *at == '}') depth--;
        at++;
    }
    return at;
}

/* Returns whether a string is `text`. */
static int is(const char *at, const char *text) {
    size_t length = strlen(text);
    return *at == '"' && strncmp(at + 1, text, length) == 0 && at[length + 1] == '"';
}

/* Returns the value of a key of an object. Keys may come in any order; others are skipped. */
static const char *value_of(const char *object, const char *key) {
    const char *at = after_space(object);
    if (*at != '{') fail("this is no JSON object");
    do {
        const char *name = after_space(at + 1); /* behind the bracket or the comma */
        if (*name != '"') break;
        at = after_space(after_string(name));
        if (*at != ':') break;
        at = after_space(at + 1);
        if (is(name, key)) return at;
        at = after_value(at);
    } while (*at == ',');
    fail("a message lacks a key");
    return NULL;
}

/* Returns the action id for a decision: write your own play here. */
static long choose(const char *decision) {
    const char *legal = value_of(decision, "legal");
    return strtol(legal + 1, NULL, 10); /* the first number behind the [ */
}

static void answer_all(const char *decisions) {
    const char *at = decisions, *comma = "";
    printf("{\"actions\": [");
    while (*at == '[' || *at == ',') {
        at = after_space(at + 1);
        if (*at != '{') break; /* the list is empty */
        printf("%s%ld", comma, choose(at));
        at = after_value(at);
        comma = ", ";
    }
    puts("]}");
}

int main(void) {
    while (read_line()) {
        const char *type = value_of(line, "type");
        if (is(type, "hello")) {
            puts(HELLO);
        } else if (is(type, "decision")) {
            printf("{\"action\": %ld}\n", choose(line));
        } else if (is(type, "decisions")) {
            answer_all(value_of(line, "decisions"));
        } /* else start, over, goodbye, or a message of a later version: no answer */
        fflush(stdout);
    }
    return 0;
}
