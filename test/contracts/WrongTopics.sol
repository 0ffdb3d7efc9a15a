// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Writes any log at all, so that a test may say which: no compiler would write those that matter.
contract WrongTopics {
    function log(bytes32[] memory topics, bytes memory data) external {
        assembly {
            let at := add(data, 32)
            let size := mload(data)
            let t := add(topics, 32)
            switch mload(topics)
            case 0 { log0(at, size) }
            case 1 { log1(at, size, mload(t)) }
            case 2 { log2(at, size, mload(t), mload(add(t, 32))) }
            case 3 { log3(at, size, mload(t), mload(add(t, 32)), mload(add(t, 64))) }
            default { log4(at, size, mload(t), mload(add(t, 32)), mload(add(t, 64)), mload(add(t, 96))) }
        }
    }
}
