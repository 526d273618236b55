#include "CSystem.h"

#include <stddef.h>
#include <sys/vfs.h>

int drumdub_is_remote(const char *path) {
  // linux/magic.h, and where that is silent statfs(2): NFS, SMB, CIFS, SMB2, FUSE, 9P, Ceph, AFS, Coda, OCFS2.
  static const unsigned int kinds[] = {0x6969,     0x517B,     0xFF534D42, 0xFE534D42, 0x65735546,
                                       0x01021997, 0x00C36400, 0x5346414F, 0x73757245, 0x7461636F};
  struct statfs status;
  if (statfs(path, &status) != 0) return 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if ((unsigned int)status.f_type == kinds[i]) return 1;
  }
  return 0;
}
