// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155Burnable} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Burnable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// ERC-721, many at a time, numbered from 1. Once a card is burnt, `ownerOf` reverts for it.
contract Cards is ERC721 {
    uint256 public minted;

    constructor() ERC721("Cards", "CARD") {}

    function mintMany(address to, uint256 count) external {
        for (uint256 n = 0; n < count; n++) _mint(to, ++minted);
    }

    function transferMany(address from, address to, uint256[] calldata ids) external {
        for (uint256 n = 0; n < ids.length; n++) transferFrom(from, to, ids[n]);
    }

    function burn(uint256 id) external {
        _update(address(0), id, msg.sender);
    }
}

/// ERC-1155, singly and in batches. A batch may be empty, or name one id twice.
contract Pieces is ERC1155Burnable {
    constructor() ERC1155("https://pieces.example/{id}.json") {}

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}
