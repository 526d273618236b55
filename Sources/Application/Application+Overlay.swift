import SystemBase

/// Overlays: help, messages, takes, song picker, command palette, tags of a track.
extension Application {
  private static let noticesPage = 10

  func open(_ overlay: ApplicationState.Overlay) {
    state.overlay = overlay
    (state.helpSelection, state.helpSearch, state.noticeSelection) = (0, "", 0)
    if overlay == .notices { state.notices.markAsRead() }
    if overlay == .lyrics { openLyrics() }
  }

  /// Performs a command in the open overlay. A command that the overlay does not handle closes it, unless it only
  /// changes the sound or the terminal.
  ///
  /// - Returns: nil if no overlay is open or it does not handle the command.
  func performInOverlay(_ command: Command, at time: HostTime?) -> Response? {
    let response: Response?
    switch state.overlay {
    case nil: return nil
    case .help: response = performInHelp(command)
    case .notices: response = performInNotices(command)
    case .trackInfo: response = performInTrackInfo(command)
    case .takes: response = performInTakes(command, at: time)
    case .lyrics: response = performInLyrics(command)
    case .tagForm: response = performInTags(command)
    case .kits: response = performInKits(command)
    case .padForm: response = performInPadForm(command)
    case .export: response = performInExport(command)
    case .devices: response = performInDevices(command)
    // Keys of the picker and the palette are text; any command closes them.
    case .picker:
      state.prompt = nil
      closePicker()
      response = nil
    case .palette:
      (state.prompt, state.overlay) = (nil, nil)
      response = nil
    }
    if response == nil, !command.isBackground { (state.overlay, state.prompt) = (nil, nil) }
    return response
  }

  // MARK: Messages

  private func performInNotices(_ command: Command) -> Response? {
    switch command {
    case .move(let movement):
      state.noticeSelection = movement.row(
        from: state.noticeSelection, last: state.notices.entries.count - 1, page: Application.noticesPage)
    case .program(.notices), .program(.cancel), .list(.activate): state.overlay = nil
    case .list(.remove), .list(.mark), .list(.info), .list(.selectPlaying), .program(.timeDisplay),
      .program(.nextPanel), .program(.spectrum), .program(.lyrics), .program(.devices),
      .program(.recordOutput),
      .program(.lockPads), .program(.help), .program(.palette), .program(.defaultKeys), .program(.redraw),
      .program(.suspend), .program(.detach), .program(.quit), .playback, .seek,
      .queue,
      .search, .take, .library, .pads, .pad, .request:
      return nil
    }
    return .done
  }
}
