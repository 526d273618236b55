import AudioBase
import SystemBase

/// Keeps what a stretcher promises, and nothing of the pitch: frame k of the output is frame k × speed of the input.
final class StepStretcher: TimeStretching {
  /// As many frames as it wants to have seen of what follows.
  private static let ahead = 100
  private var speed = 1.0
  private var input: [Frame] = []
  private var made = 0

  func start(speed: Double, pitch: Double) {
    precondition(TimeStretch.speeds.contains(speed), "\(speed)")
    self.speed = speed
    input = []
    made = 0
  }

  func feed(_ frames: UnsafeBufferPointer<Frame>) {
    precondition(!frames.isEmpty && frames.count <= TimeStretch.largestInput, "\(frames.count) frames")
    input += frames
  }

  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
    var count = 0
    while count < output.count, case let place = Int(Double(made) * speed),
      place + StepStretcher.ahead < input.count
    {
      output[count] = input[place]
      count += 1
      made += 1
    }
    return count
  }
}

struct StepStretcherMaker: TimeStretcherMaking {
  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching { StepStretcher() }
}
