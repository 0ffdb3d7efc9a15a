// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// The least of an ERC-20 that anyone may mint, without name, symbol and decimals. Most nasty tokens change one thing.
contract NoMetadata {
    uint256 public totalSupply;
    mapping(address => uint256) internal _held;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address holder) public view virtual returns (uint256) {
        return _held[holder];
    }

    function mint(address to, uint256 value) public virtual {
        totalSupply += value;
        _held[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(uint256 value) public virtual {
        totalSupply -= value;
        _held[msg.sender] -= value;
        emit Transfer(msg.sender, address(0), value);
    }

    function transfer(address to, uint256 value) public virtual returns (bool) {
        _held[msg.sender] -= value;
        _held[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
