import MusicFiles
import MusicLibrary
import SystemBase

/// The stack of layers, and who gets what is typed.
extension Application {
  /// The line of text that is typed; nil if keys are commands. While a question is open, keys answer it.
  package var field: TextField? {
    guard state.question == nil, var field = layers.last?.field else { return nil }
    field.cursor = editor.cursor(in: field.text)
    return field
  }

  /// The highest layer that covers the panels.
  package var coveringLayer: (any ScreenLayer)? { layers.last { $0.coversPanels } }

  /// Returns the highest layer of a type; nil if none is open.
  package func layer<Wanted: ScreenLayer>(_ type: Wanted.Type) -> Wanted? {
    for case let layer as Wanted in layers.reversed() { return layer }
    return nil
  }

  /// Opens a layer. A layer that covers the panels replaces all others, except that the help opens above them, and the
  /// palette above the timeline and the practice. Another layer replaces only a layer that does not cover the panels.
  package func open(_ layer: any ScreenLayer) {
    let keepsTimeline = coveringLayer is TimelineLayer || coveringLayer is PracticeLayer
    if layer is HelpLayer || layer is PaletteLayer && keepsTimeline {
      if let top = layers.last, !top.coversPanels { close(top) }
    } else if layer.coversPanels {
      closeLayers()
    } else if let top = layers.last, !top.coversPanels {
      close(top)
    }
    layers.append(layer)
    changes.send(.state)
  }

  func closeLayers() { layers.first.map(close) }

  /// Removes a layer and those above it; does nothing if it is not open.
  func close(_ layer: any ScreenLayer) {
    guard let index = layers.firstIndex(where: { $0 === layer }) else { return }
    let closed = layers[index...].reversed()
    layers.removeSubrange(index...)
    for layer in closed { layer.wasClosed() }
    changes.send(.state)
  }

  // MARK: Commands

  /// Performs a command in the layers, the highest one first.
  ///
  /// - Returns: nil if none handles it.
  func performInLayers(_ command: Command, at time: HostTime?) -> Response? {
    for layer in layers.reversed() {
      if case .move(let movement) = command, layer.coversPanels {
        layer.move(movement)
        return .done
      }
      if let response = layer.perform(command, at: time) ?? performAlike(command, in: layer) {
        return response
      }
      if layer.coversPanels, !command.keepsLayers { close(layer) }
    }
    return nil
  }

  /// Performs a command that several layers perform in the same way.
  private func performAlike(_ command: Command, in layer: any ScreenLayer) -> Response? {
    if layer.closingCommands.contains(command) {
      layer.close()
    } else if layer.controlsPlayback, case .playback(let command) = command {
      perform(command)
    } else if layer.controlsPlayback, case .seek(let seconds) = command {
      seek(by: seconds)
    } else {
      return nil
    }
    return .done
  }

  // MARK: Typing

  /// Applies input to the field; does nothing if there is none.
  @discardableResult
  package func type(_ input: PromptEdit, from source: CommandSource = .key) -> Response {
    // The terminal thread treats keys as commands again after Enter and Escape.
    let expectsText = source == .mouse ? field != nil : input != .accept && input != .cancel
    guard let layer = layers.last, let field else { return focus(after: .done, expectsText: expectsText) }
    defer { changes.send(.state) }
    editor.follow(field.text)
    let response: Response
    switch input {
    case .insert(let text):
      editor.insert(text, longest: layer.longestText)
      layer.type(editor.text)
      response = .done
    case .edit(let edit):
      apply(edit, layer, field.text)
      response = .done
    case .history(let older):
      showHistory(older: older, layer, field.text)
      response = .done
    case .accept:
      if let name = layer.historyName { histories.add(field.text, to: name) }
      response = layer.accept()
    case .cancel:
      layer.cancel()
      response = .done
    case .complete:
      layer.complete()
      response = .done
    case .move(.up) where !layer.hasRows, .move(.down) where !layer.hasRows:
      showHistory(older: input == .move(.up), layer, field.text)
      response = .done
    case .move(let movement):
      layer.move(movement)
      response = .done
    case .mark: response = layer.mark()
    // Behind the text, Delete acts on the row below the field.
    case .remove where editor.cursor < field.text.count || !layer.hasRows:
      apply(.deleteForward, layer, field.text)
      response = .done
    case .remove: response = layer.remove()
    }
    return focus(after: response, expectsText: expectsText)
  }

  private func apply(_ edit: LineEdit, _ layer: any ScreenLayer, _ text: String) {
    editor.apply(edit, longest: layer.longestText)
    if editor.text != text { layer.type(editor.text) }
  }

  private func showHistory(older: Bool, _ layer: any ScreenLayer, _ text: String) {
    guard let name = layer.historyName, let other = histories.step(older: older, in: name, from: text) else {
      return
    }
    layer.type(String(other.prefix(layer.longestText)))
  }

  /// Closes the highest layers as long as they have a line of text, because the terminal that was typed on is left.
  package func closePrompts() {
    while let layer = layers.last, layer.field != nil {
      layer.cancel()
      close(layer)
    }
  }

  /// Returns a response that also states whether the next keys are text, if the terminal thread expects otherwise.
  func focus(after response: Response, expectsText: Bool) -> Response {
    let isText = field != nil
    guard response == .done, isText != expectsText else { return response }
    return isText ? .acceptText : .rejectText
  }

  /// Completes the name of a folder, or also of a file, that is being typed.
  func complete(_ text: String, findsFiles: Bool = false) {
    program.complete(text, findsFiles: findsFiles) { [weak self] in self?.receive($0) }
  }

  /// Applies the completion of a path.
  package func receive(_ completion: FolderCompletion) {
    layers.last?.receive(completion)
    changes.send(.state)
  }

  /// Scrolls the layer that covers the panels, or a panel if there is none.
  package func scroll(_ panel: ApplicationState.Panel, by rows: Int) {
    if let layer = coveringLayer {
      layer.scroll(by: rows)
    } else {
      switch panel {
      case .library: library?.move(by: rows)
      case .queue: moveInQueue(by: rows)
      }
    }
    changes.send(.state)
  }

  /// Handles a click beside the layer that covers the panels.
  package func dismissLayer() -> Response {
    let expectsText = field != nil
    guard let layer = coveringLayer else { return .done }
    while let top = layers.last, top !== layer { close(top) }
    layer.dismiss()
    changes.send(.state)
    return focus(after: .done, expectsText: expectsText)
  }
}
