// ethers' own providers, with this service instead of theirs. Version 5 reads histories, version 6 sends keys in forms.
import { EtherscanProvider as FirstProvider } from '@ethersproject/providers';
import { EtherscanProvider } from 'ethers';

export function firstVersion(url, network, key) {
  class Provider extends FirstProvider {
    getBaseUrl() {
      return url;
    }
  }
  return new Provider(network, key);
}

export function secondVersion(url, network, key) {
  const ours = (theirs) => theirs.replace('https://api.etherscan.io', url);
  class Provider extends EtherscanProvider {
    getUrl(module, parameters) {
      return ours(super.getUrl(module, parameters));
    }
    getPostUrl() {
      return ours(super.getPostUrl());
    }
  }
  return new Provider(network, key);
}
