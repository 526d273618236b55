/// An interface of an object, for introspection and for checking calls.
struct BusInterface: Sendable {
  /// A method or a signal, written as `NAME ARGUMENT:TYPE… -> RESULT:TYPE…`.
  struct Member: Sendable, ExpressibleByStringLiteral {
    typealias Argument = (name: String, type: String)

    let name: String
    let input: [Argument]
    let output: [Argument]

    init(stringLiteral text: String) {
      let sides = text.split(separator: " -> ").map { side in side.split(separator: " ").map(String.init) }
      name = sides[0][0]
      let arguments = [sides[0].dropFirst(), sides.count > 1 ? sides[1][...] : []].map { words in
        words.map { word -> Argument in
          let parts = word.split(separator: ":").map(String.init)
          return (parts[0], parts[1])
        }
      }
      (input, output) = (arguments[0], arguments[1])
    }
  }

  /// A property, written as `NAME TYPE`, with `readwrite`, or with the value of the annotation `EmitsChangedSignal` if that is
  /// not `true`.
  struct Property: Sendable, ExpressibleByStringLiteral {
    let name: String
    let type: String
    let isWritable: Bool
    /// The way in which a change is announced: `true` with its value, `invalidates` or `false`.
    let change: String

    init(stringLiteral text: String) {
      let words = text.split(separator: " ").map(String.init)
      (name, type) = (words[0], words[1])
      isWritable = words.last == "readwrite"
      change = words.count > 2 && !isWritable ? words[2] : "true"
    }
  }

  let name: String
  var methods: [Member] = []
  var properties: [Property] = []
  var signals: [Member] = []
}

/// The answers to calls of the object on the bus, of which properties and methods get values of their types only.
extension MPRISServer {
  private static let introspection = "org.freedesktop.DBus.Introspectable"

  /// Answers a call. Returns nil for standard interfaces that sd-bus serves.
  func answer(_ call: BusCall) -> BusReply? {
    switch (call.interface, call.member) {
    case (MPRISServer.introspection, "Introspect"): return .values([.string(document)])
    case (MPRIS.properties, "Get"): return get(call)
    case (MPRIS.properties, "GetAll"):
      return .values([.dictionary(properties(of: call.arguments.first?.text ?? ""))])
    case (MPRIS.properties, "Set"): return set(call)
    default: break
    }
    let methods = MPRIS.interfaces.filter { call.interface.isEmpty || $0.name == call.interface }.flatMap {
      face in
      face.methods.filter { $0.name == call.member }.map { (face.name, $0) }
    }
    guard let (interface, method) = methods.first else { return nil }
    let types = method.input.map(\.type)
    guard types == call.arguments.map(\.signature) else {
      return .error(
        BusError(BusError.invalidArguments, "\(method.name) takes (\(types.joined(separator: ", ")))"))
    }
    var call = call
    call.interface = interface
    return perform(call)
  }

  private func get(_ call: BusCall) -> BusReply {
    guard call.arguments.count == 2, let interface = call.arguments[0].text,
      let name = call.arguments[1].text, let value = properties(of: interface)[name]
    else { return .error(BusError(BusError.unknownProperty, "there is no such property")) }
    return .values([.variant(value)])
  }

  private func set(_ call: BusCall) -> BusReply {
    guard call.arguments.count == 3, let interface = call.arguments[0].text,
      let name = call.arguments[1].text,
      case .variant(let value) = call.arguments[2],
      let property = MPRIS.interfaces.first(where: { $0.name == interface })?.properties.first(where: {
        $0.name == name
      })
    else { return .error(BusError(BusError.unknownProperty, "there is no such property")) }
    guard property.isWritable else {
      return .error(BusError(BusError.readOnly, "\(name) cannot be set"))
    }
    guard value.signature == property.type else {
      return .error(BusError(BusError.invalidArguments, "\(name) has the type \(property.type)"))
    }
    return set(name, of: interface, to: value)
  }

  /// The introspection document of the D-Bus specification.
  private var document: String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \((MPRIS.interfaces + MPRISServer.standardInterfaces).map(\.document).joined(separator: "\n"))
    </node>

    """
  }

  private static let standardInterfaces = [
    BusInterface(
      name: MPRIS.properties,
      methods: [
        "Get interface:s property:s -> value:v", "GetAll interface:s -> values:a{sv}",
        "Set interface:s property:s value:v",
      ],
      signals: ["PropertiesChanged interface:s changed:a{sv} invalidated:as"]),
    BusInterface(name: introspection, methods: ["Introspect -> document:s"]),
  ]
}

extension BusInterface {
  fileprivate var document: String {
    let parts =
      methods.map { method in
        element(
          "method", method.name,
          arguments(method.input, direction: "in") + arguments(method.output, direction: "out"))
      }
      + signals.map { element("signal", $0.name, arguments($0.input, direction: nil)) }
      + properties.map { property in
        """
          <property name="\(property.name)" type="\(property.type)" \
        access="\(property.isWritable ? "readwrite" : "read")">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
        value="\(property.change)"/>
          </property>
        """
      }
    return " <interface name=\"\(name)\">\n" + parts.joined(separator: "\n") + "\n </interface>"
  }

  private func element(_ kind: String, _ name: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "  <\(kind) name=\"\(name)\"/>" }
    return "  <\(kind) name=\"\(name)\">\n" + lines.joined(separator: "\n") + "\n  </\(kind)>"
  }

  private func arguments(_ arguments: [Member.Argument], direction: String?) -> [String] {
    arguments.map { argument in
      let towards = direction.map { " direction=\"\($0)\"" } ?? ""
      return "    <arg name=\"\(argument.name)\" type=\"\(argument.type)\"\(towards)/>"
    }
  }
}
