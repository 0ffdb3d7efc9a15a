// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// An ERC-721 collection anyone may mint, numbered from 1, whose metadata lives on chain.
contract Collectible is ERC721 {
    uint256 public minted;

    constructor() ERC721("Demo Collectible", "DEMO") {}

    function mint(address to) external {
        _mint(to, ++minted);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        bytes memory json = abi.encodePacked(
            '{"name":"Collectible #',
            Strings.toString(tokenId),
            '","description":"Minted by the demo."}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }
}
