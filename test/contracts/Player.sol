// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Plays a script of calls, creations and failures that a test draws, in its constructor or when called with it.
contract Player {
    enum Kind { Call, CallCode, DelegateCall, StaticCall, Create, Create2, SelfDestruct, Revert, Invalid }

    /// `data` is the script that the callee plays, or the init code of a creation. A creation has no `to`.
    struct Step {
        Kind kind;
        address to;
        uint256 value;
        bytes data;
    }

    constructor(bytes memory script) payable {
        play(script);
    }

    fallback() external payable {
        play(msg.data);
    }

    receive() external payable {}

    /// A step that fails is over: the script goes on with the next.
    function play(bytes memory script) private {
        if (script.length == 0) return;
        Step[] memory steps = abi.decode(script, (Step[]));
        for (uint256 i; i < steps.length; ++i) act(steps[i]);
    }

    function act(Step memory step) private {
        (Kind kind, address to, uint256 value, bytes memory data) = (step.kind, step.to, step.value, step.data);
        assembly ("memory-safe") {
            let start := add(data, 32)
            let size := mload(data)
            // A part of the gas stays here for the rest of the script, whatever the callee burns.
            let gasFor := div(gas(), 2)
            switch kind
            case 0 { pop(call(gasFor, to, value, start, size, 0, 0)) }
            case 1 { pop(callcode(gasFor, to, value, start, size, 0, 0)) }
            case 2 { pop(delegatecall(gasFor, to, start, size, 0, 0)) }
            case 3 { pop(staticcall(gasFor, to, start, size, 0, 0)) }
            case 4 { pop(create(value, start, size)) }
            case 5 { pop(create2(value, start, size, 0)) }
            case 6 { selfdestruct(to) }
            case 7 { revert(0, 0) }
            default { invalid() }
        }
    }
}
