import AudioBase
import Effects
import MixEngine
import Synchronization
import Testing

/// What the state of an effect does around its kernel.
@Suite struct EffectStateTests {
  /// Writes what it has received: the number of updates to the left side, the level to the right side.
  private struct ReportingKernel: EffectKernel {
    static let parameters = [
      EffectParameter("level", .ratio, 0...8, initial: 1),
      EffectParameter("frequency", .hertz, 16...16_384, initial: 512, scale: .logarithmic),
      EffectParameter("output", choices: ["level", "frequency", "invalid"]),
    ]
    let longestSilence = 100
    private var updates: Float = 0
    private var level: Float = 0
    private var frequency: Float = 0
    private var output: Float = 0

    init(rate: SampleRate) {}
    func deallocate() {}

    mutating func update(_ values: UnsafePointer<Float>) {
      updates += 1
      (level, frequency, output) = (values[0], values[1], values[2])
    }

    mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {
      precondition(count <= left && left <= EffectState<Self>.slice)
      for index in 0..<count {
        frames[index] = Frame(updates / 100, [level, frequency / 16_384, .nan][Int(output)])
      }
    }

    mutating func clear() {}
  }

  private let unit = KernelUnit<ReportingKernel>(
    UnitSetup(rate: .standard, values: [])
  ) { context, frames, count, isSilent in
    context.assumingMemoryBound(to: EffectState<ReportingKernel>.self).pointee
      .process(frames.assumingMemoryBound(to: Frame.self), count: count, isSilent: isSilent)
  }

  private struct CountingKernel: EffectKernel {
    static let parameters: [EffectParameter] = []
    static let frees = Atomic(0)
    let longestSilence = 0

    init(rate: SampleRate) {}
    func deallocate() { CountingKernel.frees.add(1, ordering: .relaxed) }
    mutating func update(_ values: UnsafePointer<Float>) {}
    mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int) {}
    mutating func clear() {}
  }

  @Test func memoryOfTheKernelIsFreedWithTheUnit() {
    var unit: (any EffectUnit)? = KernelUnit<CountingKernel>(
      UnitSetup(rate: .standard, values: [])
    ) { _, _, _, isSilent in isSilent }
    #expect(unit?.parameters.isEmpty == true && CountingKernel.frees.load(ordering: .relaxed) == 0)
    unit = nil
    #expect(CountingKernel.frees.load(ordering: .relaxed) == 1)
  }

  private func render(_ frames: Int) -> [Frame] {
    var block = [Frame](repeating: Frame(repeating: 0.1), count: frames)
    let isSilent = block.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { unit.unit.run($0, frames, isSilent: false) } ?? true
    }
    #expect(!isSilent)
    return block
  }

  @Test func kernelIsUpdatedOnlyWhileAValueMoves() {
    _ = render(960)
    #expect(render(96).map(\.x) == .init(repeating: 0.01, count: 96))
    unit.set(0, to: 2)
    let updates = render(9600).map { Int(($0.x * 100).rounded()) }
    #expect(updates[0] == 2 && updates[31] == 2 && updates[32] == 3)
    #expect(updates[9599] < 150 && updates[9599] == updates[8000])
  }

  @Test func valueReachesItsTargetWithoutLargeSteps() {
    _ = render(960)
    unit.set(0, to: 8)
    let values = [Float(1)] + render(9600).map(\.y)
    let steps = zip(values.dropFirst(), values).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 >= 0 && $0 < 0.05 * 7 })
    // A twentieth of the way after 1.3 ms, nine tenths after 20 ms.
    #expect(values[64] < 1 + 7 * 0.05 && values[960] > 1 + 7 * 0.9)
    #expect(values[9600] == 8)
  }

  @Test func logarithmicValueMovesByRatiosAndChoicesJump() {
    _ = render(960)
    unit.set(2, to: 1)
    #expect(render(32)[0].y == 0.031_25)
    unit.set(1, to: 16_384)
    let values = render(9600).map(\.y)
    // Half of the five octaves, in the time in which a linear value moves half its way.
    #expect(abs(RealtimeMath.log2(values[402] / 0.031_25) - 2.5) < 0.25)
    #expect(values[9599] == 1)
  }

  @Test func invalidOutputBecomesSilence() {
    _ = render(960)
    unit.set(2, to: 2)
    #expect(render(960).allSatisfy { $0 == .zero })
    unit.set(2, to: 0)
    #expect(render(960).contains { $0.y == 1 })
  }
}
