;; Dot products of rows of bytes with one query of 16-bit whole numbers.
;;
;; Four rows side by side, so that the query is read once for the four, and a quarter of the rows apart, so that memory is
;; read in four streams: one alone leaves a third of the bandwidth unused. A sum is a whole number and exact: the caller
;; keeps the sum of the query's sizes below 2^31 / 127. A row is `stride` bytes, a multiple of 16, filled up with zeros; the
;; query is as many numbers, filled up likewise.
(module
  (import "archive" "memory" (memory 0 65536 shared))

  ;; The sums of the rows at four addresses.
  (func $dot4 (param $query i32) (param $stride i32) (param $a i32) (param $b i32) (param $c i32) (param $d i32) (result v128)
    (local $end i32)
    (local $low v128) (local $high v128)
    (local $sumA v128) (local $sumB v128) (local $sumC v128) (local $sumD v128)
    (local.set $end (i32.add (local.get $a) (local.get $stride)))
    (loop $next
      (local.set $low (v128.load (local.get $query)))
      (local.set $high (v128.load offset=16 (local.get $query)))
      (local.set $sumA (i32x4.add (local.get $sumA) (i32x4.add
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $a)) (local.get $low))
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $a)) (local.get $high)))))
      (local.set $sumB (i32x4.add (local.get $sumB) (i32x4.add
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $b)) (local.get $low))
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $b)) (local.get $high)))))
      (local.set $sumC (i32x4.add (local.get $sumC) (i32x4.add
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $c)) (local.get $low))
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $c)) (local.get $high)))))
      (local.set $sumD (i32x4.add (local.get $sumD) (i32x4.add
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $d)) (local.get $low))
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $d)) (local.get $high)))))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (local.set $c (i32.add (local.get $c) (i32.const 16)))
      (local.set $d (i32.add (local.get $d) (i32.const 16)))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (br_if $next (i32.ne (local.get $a) (local.get $end))))
    ;; Turned round and added: lane n of the result is the sum of the lanes of row n.
    (local.set $sumA (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sumA) (local.get $sumB))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sumA) (local.get $sumB))))
    (local.set $sumC (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sumC) (local.get $sumD))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sumC) (local.get $sumD))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sumA) (local.get $sumC))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sumA) (local.get $sumC))))

  ;; Writes the four sums where they belong, a quarter of the count apart.
  (func $put4 (param $sums v128) (param $out i32) (param $quarter i32)
    (v128.store32_lane 0 (local.get $out) (local.get $sums))
    (local.set $out (i32.add (local.get $out) (local.get $quarter)))
    (v128.store32_lane 1 (local.get $out) (local.get $sums))
    (local.set $out (i32.add (local.get $out) (local.get $quarter)))
    (v128.store32_lane 2 (local.get $out) (local.get $sums))
    (v128.store32_lane 3 (i32.add (local.get $out) (local.get $quarter)) (local.get $sums)))

  ;; Scores `count` rows, a multiple of 4 above 0, that lie one behind the other from `row` on.
  (func (export "scan") (param $query i32) (param $stride i32) (param $row i32) (param $count i32) (param $out i32)
    (local $end i32) (local $quarter i32) (local $apart i32)
    (local.set $quarter (local.get $count)) ;; a quarter of the rows, four bytes each
    (local.set $apart (i32.mul (i32.shr_u (local.get $count) (i32.const 2)) (local.get $stride)))
    (local.set $end (i32.add (local.get $out) (local.get $quarter)))
    (loop $next
      (call $put4
        (call $dot4 (local.get $query) (local.get $stride)
          (local.get $row)
          (i32.add (local.get $row) (local.get $apart))
          (i32.add (local.get $row) (i32.shl (local.get $apart) (i32.const 1)))
          (i32.add (local.get $row) (i32.mul (local.get $apart) (i32.const 3))))
        (local.get $out) (local.get $quarter))
      (local.set $row (i32.add (local.get $row) (local.get $stride)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (i32.ne (local.get $out) (local.get $end)))))

  ;; The address of the row whose number stands at an address.
  (func $rowAt (param $place i32) (param $base i32) (param $stride i32) (result i32)
    (i32.add (local.get $base) (i32.mul (i32.load (local.get $place)) (local.get $stride))))

  ;; Scores the rows whose numbers stand in a list: `count` of them, a multiple of 4 above 0; row 0 begins at `base`.
  (func (export "gather") (param $query i32) (param $stride i32) (param $base i32) (param $list i32) (param $count i32) (param $out i32)
    (local $end i32) (local $quarter i32)
    (local.set $quarter (local.get $count)) ;; a quarter of the rows, four bytes each
    (local.set $end (i32.add (local.get $out) (local.get $quarter)))
    (loop $next
      (call $put4
        (call $dot4 (local.get $query) (local.get $stride)
          (call $rowAt (local.get $list) (local.get $base) (local.get $stride))
          (call $rowAt (i32.add (local.get $list) (local.get $quarter)) (local.get $base) (local.get $stride))
          (call $rowAt (i32.add (local.get $list) (i32.shl (local.get $quarter) (i32.const 1))) (local.get $base) (local.get $stride))
          (call $rowAt (i32.add (local.get $list) (i32.mul (local.get $quarter) (i32.const 3))) (local.get $base) (local.get $stride)))
        (local.get $out) (local.get $quarter))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $next (i32.ne (local.get $out) (local.get $end))))))
