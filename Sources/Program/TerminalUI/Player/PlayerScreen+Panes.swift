import Application
import SystemBase

extension Pane {
  /// The command that shows the pane where it has no room; nil for those that the song has then.
  var command: Command? {
    switch self {
    case .library, .queue: .program(.nextPanel)
    case .lyrics: .program(.lyrics)
    case .timeline: .take(.timeline)
    case .mixer: .mixer(.open)
    case .cover, .waveform: nil
    }
  }
}

/// The panes that are layers when they are open: lyrics, timeline and mixer.
extension PlayerScreen {
  /// The pane of the layer that is open.
  var openedPane: Pane? {
    switch session.coveringLayer {
    case is LyricsLayer: .lyrics
    case is TimelineLayer: .timeline
    case is MixerLayer: .mixer
    default: nil
    }
  }

  func paneContents(at now: HostTime) -> [MainLayout.Place: any LayerContent] {
    var contents: [MainLayout.Place: any LayerContent] = [:]
    for pane in [Pane.lyrics, .timeline, .mixer] where !layout[pane.place].isEmpty {
      contents[pane.place] = paneLayer(pane)?.content(on: self, at: now)
    }
    return contents
  }

  /// Returns the layer that a pane shows: the open one, or one that shows the same. The timeline keeps the place at
  /// which it was left.
  private func paneLayer(_ pane: Pane) -> ScreenLayer? {
    switch pane {
    case .lyrics: return session.layer(LyricsLayer.self) ?? kept(pane, LyricsLayer(session))
    case .timeline:
      if let open = session.layer(TimelineLayer.self) { paneLayers[pane.place] = open }
      return kept(pane, takes.map { TimelineLayer(session, $0) })
    case .mixer:
      return session.layer(MixerLayer.self) ?? kept(pane, application.mixer.map { MixerLayer(session, $0) })
    case .library, .queue, .cover, .waveform: return nil
    }
  }

  /// Returns the layer of a pane while it is not open, which is made once.
  private func kept(_ pane: Pane, _ new: @autoclosure () -> ScreenLayer?) -> ScreenLayer? {
    if paneLayers[pane.place] == nil { paneLayers[pane.place] = new() }
    return paneLayers[pane.place]
  }
}
