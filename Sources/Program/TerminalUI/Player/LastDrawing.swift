import MusicLibrary
import Player
import TerminalKit

/// The last drawing of the screen. Clicks are looked up in it, and moving parts are drawn over it.
struct LastDrawing {
  var content = ScreenContent()
  var layout = MainLayout(Rect(.zero))
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

  /// Draws everything.
  mutating func draw(
    _ content: ScreenContent, _ input: InputMeter.Reading?, _ theme: Theme, on surface: inout Surface
  ) {
    let screen = MainScreen(content, theme: theme)
    screen.draw(on: &surface, in: Rect(surface.size))
    messageBlock = screen.messageBlock(layout, in: Rect(surface.size))?.area ?? Rect(.zero)
    (self.content, self.input) = (content, input)
  }

  /// Whether a message covers more than the line of keys.
  var isMessageOverPanels: Bool { !messageBlock.isEmpty && messageBlock.y < layout.overlay.endY }

  func hasLayout(of surface: Surface) -> Bool { size == surface.size && layout.sizeClass != .tooSmall }
}
