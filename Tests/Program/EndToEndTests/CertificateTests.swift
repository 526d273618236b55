import Glibc
import HeardSound
import TestSupport
import Testing

/// Certificates of `https:` servers, from OpenSSL's test server.
@Suite(.together, .enabled(if: Tool.mayUse("openssl"))) struct CertificateTests {
  /// A server with a self-signed certificate that sends a file.
  private final class SecureServer {
    let address: String
    private let child: pid_t

    init(_ sandbox: Sandbox) throws {
      try Tool.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
          "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
          "-keyout", sandbox.file("key.pem").shown, "-out", sandbox.file("cert.pem").shown,
        ])
      // A port that was free a moment ago.
      let free = try StreamServer([StreamServer.Answer()])
      free.stop()
      address = "https://127.0.0.1:\(free.port)/a.wav"
      child = try Tool.spawn([
        "env", "-C", sandbox.path.shown, "openssl", "s_server", "-quiet", "-WWW",
        "-accept", "127.0.0.1:\(free.port)", "-cert", "cert.pem", "-key", "key.pem",
      ])
    }

    deinit {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
  }

  /// Starts the program until the server accepts connections. Returns its output.
  private func played(_ address: String, in sandbox: Sandbox, environment: [String] = []) throws -> String {
    var text = ""
    try Wait.until("a connection", told: { text }) {
      let finished = try Tool.capture(
        "/usr/bin/env", [Sandbox.program, "--plain", "--output", "null", address],
        environment: sandbox.environment(environment))
      text = finished.text
      return !text.contains("refused")
    }
    return text
  }

  @Test func anUntrustedCertificateIsRefusedWithTheReason() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 93, seconds: 1).write(to: "a.wav", in: sandbox)
    let server = try SecureServer(sandbox)
    let text = try played(server.address, in: sandbox)
    #expect(text.contains("the certificate of the server is not trusted"), "\(text)")
    #expect(!text.contains("playing: 1 of 1") || text.contains("SSL_CERT_FILE"), "\(text)")
  }

  @Test func aCertificateThatTheUserNamesIsTrusted() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 93, seconds: 1).write(to: "a.wav", in: sandbox)
    let server = try SecureServer(sandbox)
    let certificate = "SSL_CERT_FILE=\(sandbox.file("cert.pem").shown)"
    let text = try played(server.address, in: sandbox, environment: [certificate])
    #expect(!text.contains("cannot play") && text.contains("stopped"), "\(text)")
  }
}
