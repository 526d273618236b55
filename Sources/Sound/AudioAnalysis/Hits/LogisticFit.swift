import Glibc

/// A linear classifier of two classes, fitted by logistic regression with a penalty on the squares of the weights.
///
/// Newton's method. Source: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, section 4.4.
struct LogisticFit {
  private static let rounds = 6

  private(set) var weights: [Double]
  private(set) var bias: Double

  /// - Parameters:
  ///   - features: rows of equal length.
  ///   - isKind: for each row whether it belongs to the positive class.
  ///   - penalty: the factor of the squared weights, for features with a variance of 1.
  init(_ features: [[Float]], _ isKind: [Bool], penalty: Double) {
    let width = features.first?.count ?? 0
    let (means, deviations) = LogisticFit.scale(features, width)
    let rows = features.map { row in
      (0..<width).map { (Double(row[$0]) - means[$0]) / deviations[$0] } + [1]
    }
    var solution = [Double](repeating: 0, count: width + 1)
    for _ in 0..<LogisticFit.rounds {
      solution = LogisticFit.step(solution, rows, isKind, penalty)
    }
    weights = (0..<width).map { solution[$0] / deviations[$0] }
    bias = (0..<width).reduce(solution[width]) { $0 - solution[$1] * means[$1] / deviations[$1] }
  }

  /// Returns the log odds that features belong to the positive class.
  func value(of features: [Float]) -> Float {
    Float(features.indices.reduce(bias) { $0 + weights[$1] * Double(features[$1]) })
  }

  private static func scale(_ rows: [[Float]], _ width: Int) -> (means: [Double], deviations: [Double]) {
    let count = Double(max(rows.count, 1))
    var (means, squares) = ([Double](repeating: 0, count: width), [Double](repeating: 0, count: width))
    for row in rows { for index in 0..<width { means[index] += Double(row[index]) / count } }
    for row in rows {
      for index in 0..<width { squares[index] += pow(Double(row[index]) - means[index], 2) / count }
    }
    return (means, squares.map { $0.squareRoot() + 1e-6 })
  }

  private static func step(
    _ solution: [Double], _ rows: [[Double]], _ isKind: [Bool], _ penalty: Double
  ) -> [Double] {
    let count = solution.count
    var gradient = solution.map { -penalty * $0 }
    gradient[count - 1] = 0
    // The lower half of the matrix, row by row.
    var matrix = [Double](repeating: 0, count: count * count)
    for index in 0..<count { matrix[index * count + index] = penalty }
    for (row, isKind) in zip(rows, isKind) {
      let value = (0..<count).reduce(0) { $0 + solution[$1] * row[$1] }
      let odds = 1 / (1 + exp(-min(max(value, -30), 30)))
      let (error, weight) = ((isKind ? 1 : 0) - odds, odds * (1 - odds))
      row.withUnsafeBufferPointer { row in
        matrix.withUnsafeMutableBufferPointer { matrix in
          for first in 0..<count {
            gradient[first] += error * row[first]
            let scaled = weight * row[first]
            for second in 0...first { matrix[first * count + second] += scaled * row[second] }
          }
        }
      }
    }
    let change = solve(&matrix, gradient)
    return zip(solution, change).map { $0 + $1 }
  }

  /// Solves a system with a symmetric positive definite matrix by Cholesky decomposition. Only its lower half is read.
  private static func solve(_ matrix: inout [Double], _ right: [Double]) -> [Double] {
    let count = right.count
    for row in 0..<count {
      for column in 0...row {
        var sum = matrix[row * count + column]
        for index in 0..<column { sum -= matrix[row * count + index] * matrix[column * count + index] }
        matrix[row * count + column] =
          row == column ? max(sum, 1e-12).squareRoot() : sum / matrix[column * count + column]
      }
    }
    var result = right
    for row in 0..<count {
      for index in 0..<row { result[row] -= matrix[row * count + index] * result[index] }
      result[row] /= matrix[row * count + row]
    }
    for row in (0..<count).reversed() {
      for index in row + 1..<count { result[row] -= matrix[index * count + row] * result[index] }
      result[row] /= matrix[row * count + row]
    }
    return result
  }
}
