// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// The smallest contract that can be created, by a transaction or by another contract.
contract Crate {
    uint256 public immutable number;

    constructor(uint256 number_) payable {
        number = number_;
    }
}

/// Produces reverted calls and contracts created by a contract, for traffic beyond plain transfers.
contract Workshop {
    uint256 public built;

    error OutOfOrder(uint256 reason);

    event Built(address indexed crate, uint256 number);

    /// Always reverts, with a reason that clients can decode.
    function fail(uint256 reason) external pure {
        revert OutOfOrder(reason);
    }

    /// Creates a crate and hands it the value sent: an internal creation with an internal transfer.
    function build() external payable returns (address crate) {
        crate = address(new Crate{value: msg.value}(++built));
        emit Built(crate, built);
    }
}
