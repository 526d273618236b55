import MusicLibrary
import Player
import TerminalKit

/// The last drawing of the screen. Clicks are looked up in it, and moving parts are drawn over it.
struct LastDrawing {
  var content = ScreenContent()
  private(set) var layout = MainLayout(Rect(.zero))
  /// The parts for which the layout was made.
  private var parts = MainLayout.Parts()
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

  /// Divides the screen among its parts.
  mutating func arrange(_ parts: MainLayout.Parts) {
    (layout, self.parts) = (MainLayout(Rect(size), parts), parts)
  }

  /// Draws everything.
  mutating func draw(
    _ content: ScreenContent, _ input: InputMeter.Reading?, _ theme: Theme, on surface: inout Surface
  ) {
    let screen = MainScreen(content, theme: theme)
    let (area, parts) = (Rect(surface.size), content.parts)
    screen.draw(parts == self.parts ? layout : MainLayout(area, parts), on: &surface, in: area)
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
