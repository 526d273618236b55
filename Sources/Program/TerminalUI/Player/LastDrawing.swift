import MusicLibrary
import Player
import SystemBase
import TerminalKit

/// The last drawing of the screen. Clicks are looked up in it, and moving parts are drawn over it.
struct LastDrawing {
  var content = ScreenContent()
  private(set) var layout = MainLayout(Rect(.zero))
  /// The parts and the area for which the layout was made.
  private var parts = MainLayout.Parts()
  private var arranged = Rect(.zero)
  var size = Size.zero
  /// The numbers of the pads that have been drawn.
  var padNumbers: [Int] = []
  /// The columns that the lists have shown. The queue is known by its last track.
  var queueColumns = FilledColumns<QueueItem.ID>()
  var libraryColumns = FilledColumns<LibraryPlace>()
  /// The rows of a message that is longer than its line; empty if there is none.
  private(set) var messageBlock = Rect(.zero)
  /// The level of the input.
  private(set) var input: InputMeter.Reading?

  /// The names of the last title of the terminal, and the title.
  private var lastTitle = (names: [String](), text: "")

  /// Returns the title of the terminal for a track with these names.
  mutating func title(of names: [String]) -> String {
    if lastTitle.names != names {
      lastTitle = (names, names.map { FilePath($0).shown }.joined(separator: " – "))
    }
    return lastTitle.text
  }

  /// Divides the screen among its parts.
  mutating func arrange(_ parts: MainLayout.Parts) {
    let area = Rect(size)
    if parts == self.parts, area == arranged { return }
    (layout, self.parts, arranged) = (MainLayout(area, parts), parts, area)
  }

  /// Draws everything.
  mutating func draw(
    _ content: ScreenContent, _ input: InputMeter.Reading?, _ theme: Theme, on surface: inout Surface
  ) {
    let screen = MainScreen(content, theme: theme)
    let (area, parts) = (Rect(surface.size), content.parts)
    screen.draw(
      parts == self.parts && area == arranged ? layout : MainLayout(area, parts), on: &surface, in: area)
    messageBlock = screen.messageBlock(layout, in: area)?.area ?? Rect(.zero)
    (self.content, self.input) = (content, input)
  }
}

extension PlayerScreen {
  // These are properties of the screen, because a method of the drawing would get a copy of all of it.

  /// Whether a message covers more than the line of keys.
  var isMessageOverPanels: Bool {
    !drawing.messageBlock.isEmpty && drawing.messageBlock.y < drawing.layout.overlay.endY
  }

  func hasLayout(of surface: Surface) -> Bool {
    drawing.size == surface.size && drawing.layout.sizeClass != .tooSmall
  }
}
