"""Raw loads and stores for compiled code: no bounds, no wrap-around, 32-bit words. Addresses are plain integers.

Ordinary Numba arrays cost a factor of two to four in the 9x9 search. Nothing here is checked: an address comes from
``address_of`` an array that is alive, and stays inside it. With ``NUMBA_DISABLE_JIT=1`` the same names use ctypes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype
from numpy.typing import DTypeLike

from dueldoku.kernels.base.jit import written
from dueldoku.kernels.base.lanes import I8, I32, I64

_BYTES = ir.VectorType(I8, 32)
_ENDLESS = 1 << 40

if config.DISABLE_JIT:

    def address_of(array: Any) -> int:
        """Where the data of an array begins."""
        return int(array.ctypes.data)

    def align_stack() -> None:
        """Nothing to do in plain Python."""

    def load(address: int, index: int) -> int:
        """Word ``index`` from ``address`` on."""
        return ctypes.c_uint32.from_address(int(address + 4 * index)).value

    def store(address: int, index: int, value: int) -> None:
        """Write word ``index`` from ``address`` on."""
        ctypes.c_uint32.from_address(int(address + 4 * index)).value = int(value) & 0xFFFFFFFF

    def where_byte(address: int, byte: int) -> int:
        """Which of the 32 bytes at ``address`` are equal to ``byte``: bit i is byte i."""
        data = ctypes.string_at(address, 32)
        return sum(1 << i for i, found in enumerate(data) if found == byte)

    def write_digits(target: int, source: int, ninth: int, shift: int) -> None:
        """Write the digits of a band over the 32 bytes at ``target``; see the compiled version."""
        data = bytearray(ctypes.string_at(target, 32))
        for digit in range(9):
            mask = (load(source, 4 * digit) if digit < 8 else load(ninth, 0)) << shift
            for i in range(32):
                if mask >> i & 1:
                    data[i] = 1 + digit
        ctypes.memmove(target, bytes(data), 32)

    def table_of(dtype: DTypeLike) -> Callable[[int], Any]:
        """A function that takes an address: the items of this type from there on. Nothing says where they end."""
        memory = ctypes.c_char * (_ENDLESS * np.dtype(dtype).itemsize)
        return lambda address: np.frombuffer(memoryview(memory.from_address(int(address))), dtype)

else:

    def _word(builder: Any, address: Any, index: Any) -> Any:
        return builder.gep(builder.inttoptr(address, I32.as_pointer()), [index])

    @intrinsic
    def address_of(context: Any, array: Any) -> Any:
        """Where the data of an array begins."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            return builder.ptrtoint(data, I64)

        return types.int64(array), generate

    @written(types.void)
    def align_stack(builder: Any) -> None:
        """Have the calling function keep its vectors where no cache line ends within one.

        Without it they land 16 bytes off in every other thread, and the 9x9 search is a third slower there. What does
        it is a local variable that has to lie on a multiple of 64.
        """
        with builder.goto_entry_block():
            variable = builder.alloca(I64)
        variable.align = 64
        looks_at_it = ir.FunctionType(ir.VoidType(), [variable.type])  # or it would be optimised away
        builder.asm(looks_at_it, "", "r", [variable], side_effect=True)

    @written(types.int64, types.int64, types.int64)
    def load(builder: Any, address: Any, index: Any) -> Any:
        """Word ``index`` from ``address`` on."""
        return builder.zext(builder.load(_word(builder, address, index)), I64)

    @written(types.void, types.int64, types.int64, types.int64)
    def store(builder: Any, address: Any, index: Any, value: Any) -> None:
        """Write word ``index`` from ``address`` on."""
        builder.store(builder.trunc(value, I32), _word(builder, address, index))

    @written(types.int64, types.int64, types.int64)
    def where_byte(builder: Any, address: Any, byte: Any) -> Any:
        """Which of the 32 bytes at ``address`` are equal to ``byte``: bit i is byte i."""
        data = builder.load(builder.inttoptr(address, _BYTES.as_pointer()), align=1)
        undefined = ir.Constant(_BYTES, ir.Undefined)
        wanted = builder.insert_element(undefined, builder.trunc(byte, I8), ir.Constant(I32, 0))
        zeros = ir.Constant(ir.VectorType(I32, 32), [0] * 32)
        wanted = builder.shuffle_vector(wanted, undefined, zeros)
        return builder.zext(builder.bitcast(builder.icmp_unsigned("==", data, wanted), I32), I64)

    @written(types.void, types.int64, types.int64, types.int64, types.int64)
    def write_digits(builder: Any, target: Any, source: Any, ninth: Any, shift: Any) -> None:
        """Write the digits of a band, 1 to 9, over the 32 bytes at ``target``.

        Word 4*d from ``source`` on has a bit for each cell of the band that holds digit d+1, the word at ``ninth`` for
        those that hold 9; the bits are shifted left by ``shift``. Bytes without a bit keep what they are.
        """
        pointer = builder.inttoptr(target, _BYTES.as_pointer())
        data = builder.load(pointer, align=1)
        for digit in range(9):
            address, word = (source, 4 * digit) if digit < 8 else (ninth, 0)
            mask = builder.load(_word(builder, address, ir.Constant(I64, word)))
            mask = builder.bitcast(builder.shl(mask, builder.trunc(shift, I32)), ir.VectorType(ir.IntType(1), 32))
            data = builder.select(mask, ir.Constant(_BYTES, [1 + digit] * 32), data)
        builder.store(data, pointer, align=1)

    def table_of(dtype: DTypeLike) -> Callable[[int], Any]:
        """A function that takes an address: the items of this type from there on. Nothing says where they end."""
        items = types.Array(from_dtype(np.dtype(dtype)), 1, "C")

        def table(context: Any, address: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                view = context.make_array(items)(context, builder)
                width = ir.Constant(I64, items.dtype.bitwidth // 8)
                populate_array(
                    view,
                    data=builder.inttoptr(arguments[0], view.data.type),
                    shape=[ir.Constant(I64, _ENDLESS)],
                    strides=[width],
                    itemsize=width,
                    meminfo=None,
                )
                return view._getvalue()

            return items(types.int64), generate

        return cast(Callable[[int], Any], intrinsic(table))
