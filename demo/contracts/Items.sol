// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// ERC-1155 items anyone may mint, one id or a batch, whose metadata lives on chain.
contract Items is ERC1155 {
    string public constant name = "Demo Items";
    string public constant symbol = "ITEM";

    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }

    function uri(uint256 id) public pure override returns (string memory) {
        bytes memory json = abi.encodePacked('{"name":"Item ', Strings.toString(id), '"}');
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }
}
