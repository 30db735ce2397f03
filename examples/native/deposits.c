/*
 * Deposits, in cents, are read from standard input and booked by two tellers. The balance is not protected, so an amount
 * can get lost; in the recorded run none does.
 *
 *     moirai record examples/native/deposits.c --native -o deposits.trace < examples/native/deposits.txt
 *     moirai predict deposits.trace --property assertion --witness deposits.json
 *     moirai replay deposits.json --native --repeat 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define MOST 8

static int amounts[MOST], count;
static int balance;

static void *teller(void *number) {
    for (int i = (int) (long) number; i < count; i += 2) balance += amounts[i];
    return NULL;
}

int main(void) {
    pthread_t tellers[2];
    int sum = 0;
    while (count < MOST && scanf("%d", &amounts[count]) == 1) sum += amounts[count++];
    for (long i = 0; i < 2; i++) pthread_create(&tellers[i], NULL, teller, (void *) i);
    for (int i = 0; i < 2; i++) pthread_join(tellers[i], NULL);
    printf("%d deposits, balance %d.%02d\n", count, balance / 100, balance % 100);
    assert(balance == sum);
    return 0;
}
