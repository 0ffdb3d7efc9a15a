// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

struct Receipt {
    uint256 receivedMessageNonce;
    address relayerRewardAddress;
}

struct Message {
    uint256 messageNonce;
    address originSenderAddress;
    bytes32 destinationBlockchainID;
    address destinationAddress;
    uint256 requiredGasLimit;
    address[] allowedRelayerAddresses;
    Receipt[] receipts;
    bytes message;
}

struct FeeInfo {
    address feeTokenAddress;
    uint256 amount;
}

/// The receipt of a message sent from this chain.
struct Acknowledged {
    bytes32 messageID;
    bytes32 destinationBlockchainID;
    address relayerRewardAddress;
    FeeInfo feeInfo;
}

/// Emits the events of ICM's TeleporterMessenger without any checks: the caller chooses IDs and nonces.
contract Messenger {
    event SendCrossChainMessage(
        bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, Message message, FeeInfo feeInfo
    );
    event ReceiveCrossChainMessage(
        bytes32 indexed messageID,
        bytes32 indexed sourceBlockchainID,
        address indexed deliverer,
        address rewardRedeemer,
        Message message
    );
    event MessageExecuted(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID);
    event MessageExecutionFailed(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, Message message);
    event ReceiptReceived(
        bytes32 indexed messageID,
        bytes32 indexed destinationBlockchainID,
        address indexed relayerRewardAddress,
        FeeInfo feeInfo
    );
    event AddFeeAmount(bytes32 indexed messageID, FeeInfo updatedFeeInfo);

    /// Also called again to retry.
    function send(bytes32 messageID, Message calldata message, FeeInfo calldata feeInfo) external {
        emit SendCrossChainMessage(messageID, message.destinationBlockchainID, message, feeInfo);
    }

    function addFee(bytes32 messageID, FeeInfo calldata feeInfo) external {
        emit AddFeeAmount(messageID, feeInfo);
    }

    /// Processes the receipts first. A message without data is not executed.
    function deliver(
        bytes32 messageID,
        bytes32 sourceBlockchainID,
        address rewardRedeemer,
        Message calldata message,
        bool succeeds,
        Acknowledged[] calldata receipts
    ) external {
        for (uint256 i = 0; i < receipts.length; i++) {
            Acknowledged calldata one = receipts[i];
            emit ReceiptReceived(one.messageID, one.destinationBlockchainID, one.relayerRewardAddress, one.feeInfo);
        }
        emit ReceiveCrossChainMessage(messageID, sourceBlockchainID, msg.sender, rewardRedeemer, message);
        if (message.message.length == 0) return;
        if (succeeds) emit MessageExecuted(messageID, sourceBlockchainID);
        else emit MessageExecutionFailed(messageID, sourceBlockchainID, message);
    }

    /// Executes a delivered message again after a failed execution.
    function execute(bytes32 messageID, bytes32 sourceBlockchainID) external {
        emit MessageExecuted(messageID, sourceBlockchainID);
    }
}

/// A stub of Avalanche's Warp precompile that only returns the chain's own blockchain ID.
contract Warp {
    bytes32 public getBlockchainID;
}
