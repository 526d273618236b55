#include "CLazy.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

/// Restores the terminal, in programs that have CTerminalGuard; others have no such function.
__attribute__((weak)) void drumdub_guard_restore(void);

static void end_without_library(void) {
  const char *reason = dlerror();
  const char *texts[] = {"drumdub: ", reason ? reason : "a library cannot be loaded", "\n"};
  for (size_t index = 0; index < 3; index++) {
    if (write(STDERR_FILENO, texts[index], strlen(texts[index])) < 0) break;
  }
  if (drumdub_guard_restore) drumdub_guard_restore();
  _exit(1);
}

/// Returns the address of a library's function, which later calls jump to at once. Called by `drumdub_lazy_enter`.
__attribute__((used, visibility("hidden"))) void *drumdub_lazy_find(drumdub_lazy_function *function) {
  drumdub_lazy_library *library = function->library;
  pthread_mutex_lock(&library->lock);
  if (!library->handle) library->handle = dlopen(library->soname, RTLD_LAZY | RTLD_LOCAL);
  void *address = library->handle ? dlsym(library->handle, function->name) : NULL;
  pthread_mutex_unlock(&library->lock);
  if (!address) end_without_library();
  __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
  return address;
}

// Keeps the registers of parameters while the function is looked for, then jumps to it.
#if defined(__x86_64__)
__asm__(".pushsection .text.lazy_enter,\"ax\",@progbits\n"
        ".globl drumdub_lazy_enter\n.hidden drumdub_lazy_enter\n.type drumdub_lazy_enter,@function\n"
        "drumdub_lazy_enter:\n"
        "pushq %rbp\nmovq %rsp, %rbp\nsubq $192, %rsp\nandq $-16, %rsp\n"
        "movq %rdi, (%rsp)\nmovq %rsi, 8(%rsp)\nmovq %rdx, 16(%rsp)\nmovq %rcx, 24(%rsp)\n"
        "movq %r8, 32(%rsp)\nmovq %r9, 40(%rsp)\nmovq %rax, 48(%rsp)\n"
        "movaps %xmm0, 64(%rsp)\nmovaps %xmm1, 80(%rsp)\nmovaps %xmm2, 96(%rsp)\nmovaps %xmm3, 112(%rsp)\n"
        "movaps %xmm4, 128(%rsp)\nmovaps %xmm5, 144(%rsp)\nmovaps %xmm6, 160(%rsp)\nmovaps %xmm7, 176(%rsp)\n"
        "movq %r11, %rdi\ncall drumdub_lazy_find\nmovq %rax, %r11\n"
        "movaps 64(%rsp), %xmm0\nmovaps 80(%rsp), %xmm1\nmovaps 96(%rsp), %xmm2\nmovaps 112(%rsp), %xmm3\n"
        "movaps 128(%rsp), %xmm4\nmovaps 144(%rsp), %xmm5\nmovaps 160(%rsp), %xmm6\nmovaps 176(%rsp), %xmm7\n"
        "movq (%rsp), %rdi\nmovq 8(%rsp), %rsi\nmovq 16(%rsp), %rdx\nmovq 24(%rsp), %rcx\n"
        "movq 32(%rsp), %r8\nmovq 40(%rsp), %r9\nmovq 48(%rsp), %rax\n"
        "movq %rbp, %rsp\npopq %rbp\njmp *%r11\n"
        ".size drumdub_lazy_enter, . - drumdub_lazy_enter\n.popsection\n");
#elif defined(__aarch64__)
__asm__(".pushsection .text.lazy_enter,\"ax\",@progbits\n"
        ".globl drumdub_lazy_enter\n.hidden drumdub_lazy_enter\n.type drumdub_lazy_enter,@function\n"
        "drumdub_lazy_enter:\n"
        "stp x29, x30, [sp, #-224]!\nmov x29, sp\n"
        "stp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\nstp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\n"
        "str x8, [sp, #80]\n"
        "stp q0, q1, [sp, #96]\nstp q2, q3, [sp, #128]\nstp q4, q5, [sp, #160]\nstp q6, q7, [sp, #192]\n"
        "mov x0, x16\nbl drumdub_lazy_find\nmov x16, x0\n"
        "ldp q0, q1, [sp, #96]\nldp q2, q3, [sp, #128]\nldp q4, q5, [sp, #160]\nldp q6, q7, [sp, #192]\n"
        "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"
        "ldr x8, [sp, #80]\n"
        "ldp x29, x30, [sp], #224\nbr x16\n"
        ".size drumdub_lazy_enter, . - drumdub_lazy_enter\n.popsection\n");
#endif
