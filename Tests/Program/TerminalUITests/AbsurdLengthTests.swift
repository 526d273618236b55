import AudioBase
import SystemBase
import TerminalKit
import Testing

@testable import Player
@testable import TerminalUI

/// Lengths that no track has, as damaged files and lists state them.
@MainActor @Suite struct AbsurdLengthTests {
  @Test(arguments: [1e300, Double(Int.max), .infinity, .nan, -1e300])
  func tracksOfAbsurdLengthsAreShownAndSought(seconds: Double) {
    let bench = LibraryScreenBench()
    var track = TrackInfo(path: FilePath("a"))
    track.title = "Endless"
    track.stream.duration = seconds
    bench.model.append([track])
    bench.model.play()
    #expect(bench.shown(120, 36).contains("Endless"))
    bench.model.seek(to: bench.model.elapsed + 1e250)
    #expect(bench.shown(120, 36).contains("Endless"))
    bench.model.seek(to: 0)
    for x in stride(from: 0, to: 120, by: 7) {
      for y in 0..<36 {
        _ = bench.screen.receive(MouseEvent(.press, button: .left, at: Point(x, y)))
      }
    }
    #expect(bench.shown(120, 36).contains("Endless"))
  }

  @Test func clockOfAnAbsurdLengthIsLimited() {
    #expect(ShownText.clock(61.9) == "01:01" && ShownText.clock(Double.nan) == "00:00")
    #expect(ShownText.clock(1e300) == "277777:46:39" && ShownText.clock(nil as Double?) == "--:--")
  }
}
