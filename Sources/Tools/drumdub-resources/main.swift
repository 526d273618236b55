@preconcurrency import Glibc
import ResourceSynthesis
import SystemBase

// drumdub-resources [FOLDER]: makes the kits, the demo track and the pictures again.

let arguments = CommandLine.unsafeArgv
let count = Int(CommandLine.argc)

guard count <= 2 else {
  fputs("usage: drumdub-resources [FOLDER]\n", stderr)
  exit(2)
}

let named = count == 2 ? arguments[1] : nil
let folder = named.map { word in
  FilePath(bytes: UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
}

do throws(FileError) {
  try ResourceSet.write(to: folder ?? FilePath("Resources"))
} catch {
  fputs("drumdub-resources: \(error.subject): \(error.detail ?? "failed")\n", stderr)
  exit(1)
}
