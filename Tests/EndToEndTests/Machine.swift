import Testing

/// Shares the machine among these tests: those that measure time have it to themselves.
actor Machine {
  static let shared = Machine()
  static let places = 3

  private var taken = 0
  private var waiting: [(places: Int, turn: CheckedContinuation<Void, Never>)] = []

  func take(_ places: Int) async {
    if waiting.isEmpty && taken + places <= Machine.places {
      taken += places
      return
    }
    await withCheckedContinuation { waiting.append((places, $0)) }
  }

  func give(_ places: Int) {
    taken -= places
    while let first = waiting.first, taken + first.places <= Machine.places {
      taken += first.places
      waiting.removeFirst()
      first.turn.resume()
    }
  }
}

/// How much of the machine a test of a suite needs.
struct MachineShare: SuiteTrait, TestTrait, TestScoping {
  let places: Int
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Machine.shared.take(places)
    do {
      try await ScratchFolders.$current.withValue(ScratchFolders()) { try await function() }
    } catch {
      await Machine.shared.give(places)
      throw error
    }
    await Machine.shared.give(places)
  }
}

extension Trait where Self == MachineShare {
  /// Beside others of the kind.
  static var together: Self { MachineShare(places: 1) }
  /// The test runs while no other test runs.
  static var alone: Self { MachineShare(places: Machine.places) }
}
