// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// ERC-721 whose URIs anyone may set, and whose tokens anyone may burn and make again. Each id is minted by its number.
contract Settable is ERC721 {
    mapping(uint256 id => string) private uris;

    constructor() ERC721("Settable", "SET") {}

    function mint(address to, uint256 id, string calldata uri) external {
        uris[id] = uri;
        _mint(to, id);
    }

    function mintMany(address to, uint256 first, uint256 count) external {
        for (uint256 n = 0; n < count; n++) _mint(to, first + n);
    }

    function setUri(uint256 id, string calldata uri) external {
        uris[id] = uri;
    }

    function burn(uint256 id) external {
        _burn(id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return uris[id];
    }
}
