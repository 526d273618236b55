// Counts what a thread asks of the heap. Linking it replaces malloc and its kin in the whole program.
#pragma once

// Begins or ends counting on the calling thread.
void drumdub_count_allocations(int on);

// Calls counted so far on the calling thread: memory asked for, memory given back.
long drumdub_allocations(void);
long drumdub_frees(void);

// Two allocations and a free, to see the counter count.
void drumdub_allocate_twice(void);
