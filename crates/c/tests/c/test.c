/* The whole interface from C. Compiled with sanitizers, which find leaks, wrong
 * accesses and undefined behaviour on both sides. */

#include "erawan.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                   \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,            \
                    erawan_last_error());                                                  \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)
#define OK(call) CHECK((call) == ERAWAN_STATUS_OK)

static void play(ErawanGame *game, const char *san) {
    uint16_t move;
    OK(erawan_game_parse_san(game, san, &move));
    char written[16];
    OK(erawan_game_move_san(game, move, written, sizeof written, NULL));
    CHECK(strcmp(san, written) == 0);
    OK(erawan_game_play(game, move));
}

static void rules(void) {
    ErawanGame *game;
    OK(erawan_game_new(ERAWAN_VARIANT_CHESS, &game));
    uint64_t nodes;
    OK(erawan_game_perft(game, 4, &nodes));
    CHECK(nodes == 197281);
    const char *mate[] = {"f3", "e5", "g4", "Qh4#"};
    for (int i = 0; i < 4; i++) play(game, mate[i]);
    ErawanOutcome outcome;
    OK(erawan_game_outcome(game, &outcome));
    CHECK(outcome.is_over && outcome.winner == ERAWAN_COLOR_BLACK);
    CHECK(outcome.reason == ERAWAN_REASON_CHECKMATE && erawan_game_in_check(game));
    ErawanGame *copy;
    OK(erawan_game_clone(game, &copy));
    uint16_t move;
    for (int left = 4; left > 0; left--) {
        CHECK(erawan_game_ply(game) == (size_t)left);
        OK(erawan_game_undo(game, &move));
        CHECK(move != 0);
    }
    OK(erawan_game_undo(game, &move));
    CHECK(move == 0 && erawan_game_ply(copy) == 4);
    ErawanGame *fresh;
    OK(erawan_game_new(ERAWAN_VARIANT_CHESS, &fresh));
    CHECK(erawan_game_key(fresh) == erawan_game_key(game));
    CHECK(erawan_game_key(fresh) != erawan_game_key(copy));
    erawan_game_free(fresh);
    erawan_game_free(copy);
    erawan_game_free(game);
}

static void makruk(void) {
    int32_t variant;
    OK(erawan_variant_from_name("Makruk", &variant));
    CHECK(variant == ERAWAN_VARIANT_MAKRUK);
    ErawanGame *game;
    OK(erawan_game_from_fen(variant, "8/8/4kM~2/8/8/2RMK3/8/8 b - 32 10 50", false, &game));
    ErawanCounting count;
    OK(erawan_game_counting(game, &count));
    CHECK(count.kind == ERAWAN_COUNTING_KIND_PIECES && count.side == ERAWAN_COLOR_BLACK);
    CHECK(count.spoken == 5 && count.limit == 16);
    char squares[64];
    OK(erawan_game_board(game, squares));
    CHECK(squares[18] == 'R' && squares[45] == 'M' && squares[44] == 'k' && squares[0] == 0);
    erawan_game_free(game);
    /* The spelling of makruk-js. */
    OK(erawan_game_from_fen(variant, "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1", false,
                            &game));
    char fen[128];
    size_t length;
    OK(erawan_game_fen(game, fen, sizeof fen, &length));
    CHECK(strcmp(fen, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1") == 0);
    CHECK(length == strlen(fen));
    erawan_game_free(game);
}

static void chess960(void) {
    ErawanGame *game;
    OK(erawan_game_chess960(518, &game));
    char text[128];
    OK(erawan_game_fen(game, text, sizeof text, NULL));
    CHECK(strstr(text, " w HAha "));
    erawan_game_free(game);
    OK(erawan_game_from_fen(ERAWAN_VARIANT_CHESS960, "4k3/8/8/8/8/8/8/4K2R w H - 0 1", false,
                            &game));
    uint16_t castle;
    OK(erawan_game_parse_san(game, "O-O", &castle));
    OK(erawan_game_move_uci(game, castle, text, sizeof text, NULL));
    CHECK(strcmp(text, "e1h1") == 0);
    erawan_game_free(game);
}

static void mistakes(void) {
    ErawanGame *game = NULL;
    CHECK(erawan_game_new(99, &game) == ERAWAN_STATUS_INVALID_ARGUMENT && !game);
    CHECK(strlen(erawan_last_error()) > 0);
    CHECK(erawan_game_new(0, NULL) == ERAWAN_STATUS_INVALID_ARGUMENT);
    CHECK(erawan_game_from_fen(0, "nonsense", true, &game) == ERAWAN_STATUS_PARSE && !game);
    CHECK(erawan_game_from_fen(0, "\xff\xfe", true, &game) == ERAWAN_STATUS_INVALID_TEXT);
    CHECK(erawan_game_from_fen(0, NULL, true, &game) == ERAWAN_STATUS_INVALID_ARGUMENT);
    OK(erawan_game_new(ERAWAN_VARIANT_CHESS, &game));
    uint16_t move = 7;
    CHECK(erawan_game_parse_uci(game, "e2e5", &move) == ERAWAN_STATUS_PARSE && move == 7);
    for (uint32_t bits = 0; bits < 65536; bits++) {
        /* Every number, legal or not. */
        char text[16];
        ErawanStatus status = erawan_game_move_uci(game, (uint16_t)bits, text, sizeof text, NULL);
        CHECK(status == ERAWAN_STATUS_OK || status == ERAWAN_STATUS_ILLEGAL_MOVE);
    }
    char small[4];
    size_t length = 0;
    CHECK(erawan_game_fen(game, small, sizeof small, &length) == ERAWAN_STATUS_BUFFER_TOO_SMALL);
    char *exact = malloc(length + 1);
    OK(erawan_game_fen(game, exact, length + 1, NULL));
    free(exact);
    ErawanNetwork *network = NULL;
    CHECK(erawan_network_open("/no/such/file", &network) == ERAWAN_STATUS_NETWORK && !network);
    erawan_game_free(game);
    erawan_game_free(NULL);
}

struct seen {
    ErawanGame *game;
    unsigned lines, stop_after;
};

static int32_t on_info(const ErawanInfo *info, void *data) {
    struct seen *seen = data;
    seen->lines++;
    /* The line can be played. */
    ErawanGame *copy;
    OK(erawan_game_clone(seen->game, &copy));
    for (size_t i = 0; i < info->line_length; i++) OK(erawan_game_play(copy, info->line[i]));
    erawan_game_free(copy);
    CHECK(info->win + info->draw + info->loss == 1000);
    return seen->stop_after && seen->lines >= seen->stop_after;
}

static void *stop_soon(void *engine) {
    erawan_engine_stop(engine);
    return NULL;
}

static void search(const char *path) {
    ErawanEngine *engine;
    OK(erawan_engine_new(4, &engine));
    ErawanGame *game;
    OK(erawan_game_from_fen(ERAWAN_VARIANT_CHESS, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", false,
                            &game));
    struct seen seen = {game, 0, 0};
    ErawanLimits limits = {.depth = 4};
    ErawanBest best;
    OK(erawan_engine_search(engine, game, &limits, on_info, &seen, &best));
    CHECK(best.score_kind == ERAWAN_SCORE_KIND_MATE && best.score == 1 && seen.lines > 0);
    char text[16];
    OK(erawan_game_move_san(game, best.best, text, sizeof text, NULL));
    CHECK(strcmp(text, "Rd8#") == 0);
    erawan_game_free(game);

    /* Without limits: stopped by the callback, and from another thread. */
    OK(erawan_game_new(ERAWAN_VARIANT_MAKRUK, &game));
    seen = (struct seen){game, 0, 3};
    OK(erawan_engine_search(engine, game, NULL, on_info, &seen, &best));
    CHECK(best.best != 0 && seen.lines >= 3);
    OK(erawan_engine_set_threads(engine, 2));
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, stop_soon, engine) == 0);
    OK(erawan_engine_search(engine, game, NULL, NULL, NULL, &best));
    CHECK(pthread_join(thread, NULL) == 0 && best.best != 0);
    erawan_engine_clear_stop(engine);
    OK(erawan_engine_set_threads(engine, 1));

    int32_t by_network, by_hand, again;
    OK(erawan_engine_evaluate(engine, game, &by_network));
    OK(erawan_engine_set_network(engine, ERAWAN_VARIANT_MAKRUK, NULL));
    OK(erawan_engine_evaluate(engine, game, &by_hand));
    CHECK(by_network != by_hand);
    ErawanNetwork *network;
    OK(erawan_network_open(path, &network));
    CHECK(erawan_network_variant(network) == ERAWAN_VARIANT_MAKRUK);
    CHECK(erawan_engine_set_network(engine, ERAWAN_VARIANT_CHESS, network)
          == ERAWAN_STATUS_NETWORK);
    OK(erawan_engine_set_network(engine, ERAWAN_VARIANT_MAKRUK, network));
    erawan_network_free(network);
    OK(erawan_engine_evaluate(engine, game, &again));
    CHECK(again == by_network);
    CHECK(erawan_engine_set_hash(engine, SIZE_MAX / 2) == ERAWAN_STATUS_RESOURCES);
    OK(erawan_engine_set_hash(engine, 1));
    OK(erawan_engine_clear(engine));
    erawan_game_free(game);
    erawan_engine_free(engine);
}

int main(int argc, char **argv) {
    CHECK(argc == 2 && strlen(erawan_version()) > 0);
    rules();
    makruk();
    chess960();
    mistakes();
    search(argv[1]);
    puts("all good from C");
    return 0;
}
