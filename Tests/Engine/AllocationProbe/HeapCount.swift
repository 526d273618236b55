import CAllocationCounter

/// What this thread asks of the heap while it is counted.
enum HeapCount {
  static func during(_ body: () -> Void) {
    drumdub_count_allocations(1)
    body()
    drumdub_count_allocations(0)
  }

  static var text: String { "allocations=\(drumdub_allocations()) frees=\(drumdub_frees())" }

  /// Two allocations and a free.
  static var ofItself: String {
    during { drumdub_allocate_twice() }
    return text
  }
}
