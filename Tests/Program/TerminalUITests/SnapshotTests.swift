import Application
import CursesBackend
import Testing

@testable import TerminalUI

/// Whole screens as text: each size class, state and direction.
@Suite struct SnapshotTests {
  private static let sizes = [(120, 36), (100, 24), (80, 24), (60, 22), (40, 12), (20, 5)]

  @Test func fullScreenIsDrawnAtEverySizeClass() throws {
    for (width, height) in Self.sizes {
      try Snapshot.expect("full-\(width)x\(height)", Sample.shown(Sample.full, width, height))
    }
  }

  @Test func playingScreenWithoutPictureOrLibraryIsDrawn() throws {
    for (width, height) in Self.sizes {
      try Snapshot.expect("playing-\(width)x\(height)", Sample.shown(Sample.playing, width, height))
    }
  }

  @Test(arguments: [ScreenLayout.drum, .listen]) func layoutIsDrawnInEverySizeClass(layout: ScreenLayout)
    throws
  {
    var content = Sample.full
    content.mode.layout = layout
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
      try Snapshot.expect("\(layout)-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  @Test func screenIsDrawnMirroredRightToLeft() throws {
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
      try Snapshot.expect("mirrored-\(width)x\(height)", Sample.shown(Sample.rightToLeft, width, height))
    }
  }

  /// On a terminal that shows what it is sent in the order in which it comes.
  @Test func rightToLeftTextIsDrawnInVisualOrder() throws {
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
      var content = Sample.bidi
      try Snapshot.expect(
        "bidi-\(width)x\(height)", Sample.shown(content, width, height, ordering: BidiOrdering().order))
      content.direction = .rightToLeft
      try Snapshot.expect(
        "bidi-mirrored-\(width)x\(height)",
        Sample.shown(content, width, height, ordering: BidiOrdering().order))
    }
  }

  @Test func everyScreenStateIsDrawnAtEverySize() throws {
    let states = [
      ("empty", Sample.empty), ("untagged", Sample.untagged), ("prompting", Sample.prompting),
      ("helping", Sample.helping), ("notices", Sample.notices), ("spectrum", Sample.spectrum),
      ("wide", Sample.wide),
    ]
    for (name, content) in states {
      for (width, height) in [(100, 24), (80, 24), (40, 12)] {
        try Snapshot.expect("\(name)-\(width)x\(height)", Sample.shown(content, width, height))
      }
    }
  }

  /// Settings that are not at their defaults are shown rather than the others.
  @Test func sleepTimerAndStopAfterTrackAreDrawn() throws {
    var content = Sample.full
    (content.stopsAfterCurrent, content.sleepMinutes, content.repeatMode) = (true, 30, .off)
    for (width, height) in [(120, 36), (80, 24), (60, 22)] {
      try Snapshot.expect("sleeping-\(width)x\(height)", Sample.shown(content, width, height))
    }
  }

  @Test func libraryTabIsDrawnOnASmallScreen() throws {
    var content = Sample.full
    content.panel = .library
    try Snapshot.expect("library-80x24", Sample.shown(content, 80, 24))
  }

  @Test func tooSmallScreenShowsTheMinimumSize() {
    #expect(Sample.shown(Sample.playing, 19, 3) == "    too small:\n      20 × 5\n")
  }
}
