// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Native coin as a token. Like WETH9 it logs what it wraps and unwraps without a Transfer.
contract Wrapped {
    string public constant name = "Wrapped Coin";
    string public constant symbol = "WCOIN";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        emit Withdrawal(msg.sender, wad);
        payable(msg.sender).transfer(wad);
    }
}

/// Not a token, and logs the same.
contract Vault {
    event Deposit(address indexed user, uint256 amount);

    function deposit() external payable {
        emit Deposit(msg.sender, msg.value);
    }
}

/// Not a token either, but it answers `balanceOf`.
contract CountingVault is Vault {
    function balanceOf(address) external pure returns (uint256) {
        return 3;
    }
}
