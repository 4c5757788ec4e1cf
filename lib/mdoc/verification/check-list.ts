import { CHECK_NAMES, type Check, type CheckName } from "./verification";

/** Why the checks after a failed one are not made. */
const BECAUSE: Partial<Record<CheckName, string>> = {
	format: "the response could not be read",
	document: "no licence was sent",
	"signer-certificate": "the signer's certificate could not be read",
	algorithm: "the licence is signed in a way that is not allowed",
	"issuer-signature": "the issuer's signature is not valid",
};

/** The checks of one response as they are made. */
export class CheckList {
	readonly #checks = new Map<CheckName, Check>();
	readonly #deviations = new Map<CheckName, readonly string[]>();

	passed(name: CheckName, detail: string | null = null): void {
		this.#checks.set(name, { name, state: "passed", detail });
	}

	failed(name: CheckName, detail: string): void {
		this.#checks.set(name, { name, state: "failed", detail });
	}

	noted(name: CheckName, detail: string): void {
		this.#checks.set(name, { name, state: "noted", detail });
	}

	unchecked(name: CheckName, detail: string): void {
		this.#checks.set(name, { name, state: "unchecked", detail });
	}

	/** Fails the check, whatever its other result. */
	deviates(name: CheckName, sentence: string): void {
		this.#deviations.set(name, [...(this.#deviations.get(name) ?? []), sentence]);
	}

	/** Fails with the faults, or passes without any. */
	judge(name: CheckName, faults: readonly (string | false)[], detail: string | null = null): void {
		const found = faults.filter((fault) => fault !== false);
		if (found.length > 0) this.failed(name, found.join(" "));
		else this.passed(name, detail);
	}

	/** Notes what was found of a check that has passed. */
	note(name: CheckName, findings: readonly (string | false)[]): void {
		const found = findings.filter((finding) => finding !== false);
		if (found.length > 0 && this.isPassed(name)) this.noted(name, found.join(" "));
	}

	isPassed(name: CheckName): boolean {
		return this.#find(name)?.state === "passed";
	}

	hasFailed(): boolean {
		return CHECK_NAMES.some((name) => this.#find(name)?.state === "failed");
	}

	/** Checks that were not made are unchecked, because of the last failure that ends a verification. */
	all(): Check[] {
		const reason = CHECK_NAMES.findLast((name) => this.#find(name)?.state === "failed" && BECAUSE[name]);
		const detail = `Not checked, because ${(reason && BECAUSE[reason]) ?? "an earlier check failed"}.`;
		return CHECK_NAMES.map((name) => this.#find(name) ?? { name, state: "unchecked", detail, isUnreached: true });
	}

	#find(name: CheckName): Check | undefined {
		const recorded = this.#checks.get(name);
		const deviations = this.#deviations.get(name);
		if (!deviations) return recorded;
		const sentences = [...deviations, ...(recorded?.state === "failed" && recorded.detail ? [recorded.detail] : [])];
		return { name, state: "failed", detail: sentences.join(" ") };
	}
}
