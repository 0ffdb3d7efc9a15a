// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {NoMetadata} from "./NoMetadata.sol";

/// Moves tokens and tells so, but while it is broken it answers no question.
contract Reverting is NoMetadata {
    bool public broken = true;

    error Broken();

    modifier unlessBroken() {
        if (broken) revert Broken();
        _;
    }

    function setBroken(bool broken_) external {
        broken = broken_;
    }

    function balanceOf(address holder) public view override unlessBroken returns (uint256) {
        return _held[holder];
    }

    function name() external view unlessBroken returns (string memory) {
        return "Reverting";
    }

    function symbol() external view unlessBroken returns (string memory) {
        return "REV";
    }

    function decimals() external view unlessBroken returns (uint8) {
        return 18;
    }
}

/// Its texts are of the type that tokens had before ERC-20 settled on strings.
contract Bytes32Text is NoMetadata {
    bytes32 public constant name = "Old Token";
    bytes32 public constant symbol = "OLD";
    uint8 public constant decimals = 18;
}

/// A name of a million bytes, and a symbol that no page should show as it is.
contract HugeText is NoMetadata {
    string public constant symbol = unicode"A\u0000\u0007\u202Egpj.\u200Fhttps://claim.example/\u0085<b>";
    uint8 public constant decimals = 18;

    function name() external pure returns (string memory) {
        // Written by hand: the compiler's own code would copy the text and need ten times the gas.
        bytes32 letters = "nameNameNAMEnameNameNAMEnameName";
        assembly {
            mstore(0, 32)
            mstore(32, 1000000)
            for { let at := 64 } lt(at, 1000064) { at := add(at, 32) } { mstore(at, letters) }
            return(0, 1000064)
        }
    }
}

/// More decimals than any number could have.
contract LyingDecimals is NoMetadata {
    string public constant name = "Lying Decimals";
    string public constant symbol = "LIE";
    uint256 public constant decimals = 2 ** 255;
}

/// Asking for a balance never ends.
contract GasBurner is NoMetadata {
    function balanceOf(address) public view override returns (uint256 count) {
        while (totalSupply < type(uint256).max) count++;
    }
}

/// A balance of three bytes instead of 32.
contract ShortAnswer is NoMetadata {
    function balanceOf(address) public pure override returns (uint256) {
        assembly {
            mstore(0, not(0))
            return(0, 3)
        }
    }
}

/// An honest token under any text.
contract SpamToken is ERC20 {
    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) {}

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}
