/* Calls of these mark transactions (dev.moirai.ir.TransactionMark) and do nothing else. One body for all files of a
   program, so that each mark has one name. */
void __moirai_transaction_begin(void) {}

void __moirai_transaction_end(void) {}
