// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {NoMetadata} from "./NoMetadata.sol";

/// Holders have shares, and a rebase changes every balance without a Transfer.
contract Rebasing is NoMetadata {
    uint256 public factor = 1e18;

    /// What a share is worth from now on, in units of 1e-18.
    function rebase(uint256 factor_) external {
        factor = factor_;
    }

    function balanceOf(address holder) public view override returns (uint256) {
        return (_held[holder] * factor) / 1e18;
    }

    function mint(address to, uint256 value) public override {
        _held[to] += _shares(value);
        emit Transfer(address(0), to, value);
    }

    function burn(uint256 value) public override {
        _held[msg.sender] -= _shares(value);
        emit Transfer(msg.sender, address(0), value);
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        _held[msg.sender] -= _shares(value);
        _held[to] += _shares(value);
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function _shares(uint256 value) private view returns (uint256) {
        return (value * 1e18) / factor;
    }
}

/// A tenth of every transfer is gone, and the event does not say so.
contract FeeOnTransfer is NoMetadata {
    function transfer(address to, uint256 value) public override returns (bool) {
        super.transfer(to, value);
        totalSupply -= value / 10;
        _held[to] -= value / 10;
        return true;
    }
}

/// Gives out balances that no event tells of.
contract MintsSilently is NoMetadata {
    function mintSilently(address to, uint256 value) external {
        totalSupply += value;
        _held[to] += value;
    }
}

/// A balance goes from its holder to the holder, many times in one transaction.
contract SelfTransfer is NoMetadata {
    function churn(uint256 value, uint256 times) external {
        for (uint256 n = 0; n < times; n++) transfer(msg.sender, value);
    }
}

/// Pays one unit to each of thousands of addresses in one transaction. A drop is one stored count, as so many writes
/// of storage would not fit into a transaction.
contract Airdrop is NoMetadata {
    uint256 public drops;
    mapping(uint256 prefix => uint256) private _counts;

    /// Recipients of one drop are the same but for their last four bytes, which count from 0.
    function drop(uint256 count) external {
        uint256 prefix = uint128(uint256(keccak256(abi.encode(++drops))));
        _counts[prefix] = count;
        totalSupply += count;
        for (uint256 n = 0; n < count; n++) emit Transfer(address(0), address(uint160((prefix << 32) | n)), 1);
    }

    function balanceOf(address holder) public view override returns (uint256) {
        uint256 number = uint160(holder);
        return _held[holder] + (uint32(number) < _counts[number >> 32] ? 1 : 0);
    }
}
