import Percussion
import TerminalKit

/// The pads in one row of eight or two of four, with frames if there is room.
///
/// Two banks are drawn as the rows of keys are: the second above the first. Without room for eight pads beside each other,
/// the pads of the left hand are above those of the right one.
///
/// A hit makes the pad flash and shows a bar; both depend on the velocity and fade. If the beats are known, the deviation
/// of the last hit in milliseconds is drawn to the left of the middle if it was early, and to the right if it was late.
struct PadGrid: Widget {
  let pads: [PadContent]
  var bank = PadBank()
  /// The reason why the pads cannot be heard; they are dim then. Nil if they can.
  var note: String?
  let theme: Theme
  let sizeClass: SizeClass

  static let framedRows = 3

  /// The height from which two rows are clearer than one.
  private static let highRows = 8

  /// The width from which a pad in one line has room for more than its name.
  private static let wideFlat = 14

  private func isFramed(_ place: Rect) -> Bool { place.height >= PadGrid.framedRows && place.width >= 5 }

  /// The width from which eight pads stand beside each other.
  private static let wide = 8 * 7

  static func hasRoomForTwoBanks(in area: Rect) -> Bool {
    area.height >= framedRows * (area.width >= wide ? 2 : 4)
  }

  /// Returns the areas of a number of pads, pad 1 first.
  static func places(of count: Int, _ sizeClass: SizeClass, in area: Rect) -> [Rect] {
    if count > PadBank.size { return placesOfTwoBanks(sizeClass, in: area) }
    let columns = sizeClass == .regular && area.height < highRows ? 8 : 4
    return places(columns, rows: PadBank.size / columns, sizeClass, in: area).flatMap(\.self)
  }

  private static func placesOfTwoBanks(_ sizeClass: SizeClass, in area: Rect) -> [Rect] {
    if area.width >= wide || area.height < 4 {
      let rows = places(8, rows: 2, sizeClass, in: area)
      return rows[1] + rows[0]
    }
    let rows = places(4, rows: 4, sizeClass, in: area)
    return rows[1] + rows[3] + rows[0] + rows[2]
  }

  private static func places(_ columns: Int, rows: Int, _ sizeClass: SizeClass, in area: Rect) -> [[Rect]] {
    let gap = sizeClass == .minimal && area.width >= columns * 4 ? 1 : 0
    return area.rows(Array(repeating: .flexible(), count: rows)).map {
      $0.columns(Array(repeating: .flexible(), count: columns), gap: gap)
    }
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let places = PadGrid.places(of: pads.count, sizeClass, in: area)
    let lateness = pads.prefix(places.count).last?.lateness
    let bankName = places.last.flatMap { bankText(in: $0, beside: lateness) } ?? ""
    for (index, pad) in pads.prefix(places.count).enumerated() {
      surface.clear(places[index], theme[.plain])
      let look = note == nil ? PadLook(pad, index, theme) : PadLook(disabled: theme)
      let covered = index == places.count - 1 ? bankName.count : 0
      if isFramed(places[index]) {
        drawFramed(pad, look, covered: covered, on: &surface, in: places[index])
      } else {
        drawFlat(pad, look, covered: covered, on: &surface, in: places[index])
      }
    }
    if let last = places.last { drawBank(bankName, on: &surface, in: last) }
    if let note { drawNote(note, on: &surface, in: area) }
  }

  /// Draws the reason why the pads are dim, in the middle of the last row.
  private func drawNote(_ note: String, on surface: inout Surface, in area: Rect) {
    let text = " \(note) "
    let line = area.row(area.height - 1).centred(Size(min(CharacterWidth.columns(of: text), area.width), 1))
    surface.write(text, in: line, theme[.warning])
  }

  /// Returns the number of the bank at the end of the last pad, such as `bank 2/4`; nil without room or with one bank.
  private func bankText(in area: Rect, beside lateness: Int?) -> String? {
    let (long, short) = (PadText.name(bank), PadText.number(bank))
    let isLong = area.width >= long.count + (lateness == nil ? 4 : 8)
    // One line has no room for the names and the numbers of two banks.
    if !isFramed(area), bank.banks.count > 1 { return nil }
    let text = isFramed(area) ? " \(isLong ? long : short) " : " \(short)"
    return bank.count > bank.banks.count && !area.isEmpty && area.width >= text.count + 2 ? text : nil
  }

  private func drawBank(_ text: String, on surface: inout Surface, in area: Rect) {
    let line = area.row(area.height - 1)
    surface.write(
      text, at: Point(line.endX - text.count - (isFramed(area) ? 1 : 0), line.y), theme[.heading], in: line)
  }

  // MARK: Framed

  /// - Parameter covered: the columns at the end of the lower frame that are drawn over.
  private func drawFramed(
    _ pad: PadContent, _ look: PadLook, covered: Int, on surface: inout Surface, in area: Rect
  ) {
    Border(style: look.frame).draw(on: &surface, in: area)
    if !pad.key.isEmpty {
      surface.write(
        " \(pad.shownKey) ".fitted(to: area.width - 2), at: Point(area.x + 1, area.y), theme[.padKey],
        in: area)
    }
    drawChoke(pad, on: &surface, in: area)
    let inner = area.inset(1, 1)
    let hasBar = inner.height > 1
    drawName(
      pad, look, on: &surface, in: Rect(inner.x, inner.y, inner.width, inner.height - (hasBar ? 1 : 0)))
    let bar = Rect(inner.x, inner.endY - (hasBar ? 1 : 0), inner.width, 1)
    if hasBar { surface.fill(bar, with: "▁", look.rest) }
    let length = Int((pad.strike * Float(bar.width)).rounded(.up))
    surface.fill(
      Rect(bar.x, bar.y, min(length, bar.width), 1), with: hasBar ? "▆" : "━", look.frame)
    let free = Rect(area.x + 1, area.endY - 1, area.width - 2 - covered, 1)
    if let lateness = pad.lateness { drawLateness(lateness, on: &surface, in: free) }
  }

  /// Draws the deviation in the lower frame, from 50 ms early or more at the left to 50 ms late or more at the right.
  private func drawLateness(_ lateness: Int, on surface: inout Surface, in area: Rect) {
    let text = PadText.lateness(lateness)
    guard text.count <= area.width else { return }
    let share = Double(min(max(lateness, -50), 50) + 50) / 100
    let place = Int((share * Double(area.width - text.count)).rounded())
    surface.write(text, at: Point(area.x + place, area.y), theme[.padName], in: area)
  }

  private func drawName(_ pad: PadContent, _ look: PadLook, on surface: inout Surface, in area: Rect) {
    if let shade = look.shade {
      surface.fill(area, with: shade, look.frame)
    } else {
      surface.clear(area, look.name)
    }
    let hasAir = look.shade != nil && CharacterWidth.columns(of: pad.name) + 2 <= area.width
    let middle = area.row((area.height - 1) / 2)
    surface.write(hasAir ? " \(pad.name) " : pad.name, in: middle, look.name, .centre)
  }

  /// Draws the keys of the pads that a hit ends, in the upper frame: `chokes k`, or short `↔k`.
  private func drawChoke(_ pad: PadContent, on surface: inout Surface, in area: Rect) {
    let texts = ["chokes \(pad.chokedKeys)", "↔\(pad.chokedKeys)"].map { " \($0) " }
    guard !pad.chokedKeys.isEmpty,
      let text = texts.first(where: { $0.count + (pad.isSoft ? 7 : 5) <= area.width })
    else {
      return
    }
    surface.write(text, at: Point(area.endX - 1 - text.count, area.y), theme[.faint], in: area)
  }

  // MARK: Flat

  private func drawFlat(
    _ pad: PadContent, _ look: PadLook, covered: Int, on surface: inout Surface, in area: Rect
  ) {
    guard !area.isEmpty else { return }
    let row = Rect(area.x, area.y, area.width, 1)
    surface.clear(row, look.flat)
    let used = surface.write(
      pad.shownKey.fitted(to: pad.isSoft ? 4 : 2) + " ", at: row.origin,
      look.isStruck ? look.flat : theme[.padKey], in: row)
    let choked = pad.chokedKeys.isEmpty || row.width < PadGrid.wideFlat ? "" : " ↔\(pad.chokedKeys)"
    let lateness = pad.lateness.map { " \(PadText.lateness($0))" } ?? ""
    let parts = Rect(row.x + used, row.y, row.width - used, 1).columns([
      .flexible(), .fixed(choked.count), .fixed(lateness.count), .fixed(lateness.isEmpty ? 0 : covered),
    ])
    if parts[0].width > 1 { surface.write(pad.name, in: parts[0], look.flat) }
    surface.write(choked, in: parts[1], look.isStruck ? look.flat : theme[.faint])
    surface.write(lateness, in: parts[2], look.flat)
    // The background of the name is the bar.
    let length = min(Int((pad.strike * Float(row.width)).rounded(.up)), row.width)
    surface.restyle(Rect(row.x, row.y, length, 1)) { $0 = look.struck }
  }
}

extension PadContent {
  /// The fading velocity of the last hit, 0…1.
  var strike: Float { Float(velocity) / 127 * glow }
}

private struct PadLook {
  let frame: Style
  let struck: Style
  let name: Style
  /// The style of the name without a frame.
  let flat: Style
  /// The background of the bar.
  let rest: Style
  /// The fill of a pad after a hit, if colours cannot be mixed.
  let shade: Character?
  let isStruck: Bool

  /// Creates the style of a pad that is not heard.
  init(disabled theme: Theme) {
    (frame, struck, name, flat, rest) = (
      theme[.faint], theme[.faint], theme[.faint], theme[.faint], theme[.faint]
    )
    (shade, isStruck) = (nil, false)
  }

  init(_ pad: PadContent, _ index: Int, _ theme: Theme) {
    (frame, struck) = (theme.pad(index, pad.colour), theme.struckPad(index, pad.colour))
    isStruck = pad.isLit || pad.glow > 0
    let ground = theme[.plain].background
    // A hard hit flashes for two thirds of its time, a soft one briefly; then the pad is dim while it sounds.
    let isFlashing = pad.glow > 1 - 0.65 * Float(pad.velocity) / 127
    guard frame.foreground.isMixable, ground.isMixable else {
      rest = frame
      shade = isStruck ? (isFlashing ? "▓" : "▒") : nil
      name = isStruck ? struck : theme[.padName]
      flat = isFlashing ? struck : (isStruck ? theme[.padKey] : frame)
      return
    }
    shade = nil
    rest = Style(frame.foreground.mixed(with: ground, 0.7), on: ground)
    let dim = Style(theme[.padName].foreground, on: ground.mixed(with: frame.foreground, 0.25))
    name = isFlashing ? struck : (isStruck ? dim : theme[.padName])
    flat = isStruck ? name : frame
  }
}
