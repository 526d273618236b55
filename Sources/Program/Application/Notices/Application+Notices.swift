import SystemBase

extension Application {
  package func report(_ notice: Notice) {
    if state.notices.last?.includes(notice) == true { return }
    note(notice)
    streams.reported.send(notice)
  }

  /// Adds a notice to the log only, because the front ends show its content by other means.
  func note(_ notice: Notice) {
    state.notices.add(notice, at: .now)
    changes.send(.state)
  }

  /// Reports that a file could not be saved, or that it was saved since.
  package func receive(_ event: FileSaver.Event) {
    switch event {
    case .failed(let error): report(.storedFile(.notSaved(error)))
    case .saved(let error):
      state.notices.withdraw { notice in
        if case .storedFile(.notSaved(let former)) = notice { former.subject == error.subject } else { false }
      }
      report(.storedFile(.saved(error.subject)))
    }
  }

  package func markNoticesAsRead() { state.notices.markAsRead() }

  package func dismissNotice() {
    model.dismissNotice()
    state.notices.dismiss()
  }
}
