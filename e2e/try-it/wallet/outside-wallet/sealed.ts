import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { base64url, cborDecode, cborEncode } from "@owf/mdoc";

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
/** Labels of a `COSE_Key` (RFC 9053, 7.1.1). */
const X = -2;
const Y = -3;

/** Encrypts a response for the key in an encryption info (ISO/IEC 18013-7, C.4). @returns base64url */
export async function sealed(response: Uint8Array, encryptionInfo: string, info: Uint8Array): Promise<string> {
	const [, named] = cborDecode(base64url.decode(encryptionInfo)) as [string, Map<string, Map<number, Uint8Array>>];
	const key = named.get("recipientPublicKey");
	const point = Buffer.concat([Buffer.from([4]), key?.get(X) ?? Buffer.alloc(0), key?.get(Y) ?? Buffer.alloc(0)]);
	const recipientPublicKey = await suite.kem.deserializePublicKey(new Uint8Array(point).buffer);
	const sender = await suite.createSenderContext({ recipientPublicKey, info: new Uint8Array(info).buffer });
	const cipherText = new Uint8Array(await sender.seal(new Uint8Array(response).buffer));
	const encrypted = new Map([
		["enc", new Uint8Array(sender.enc)],
		["cipherText", cipherText],
	]);
	return base64url.encode(cborEncode(["dcapi", encrypted]));
}
