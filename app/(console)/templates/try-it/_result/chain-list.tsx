import { Fact, Facts } from "@/components/ui/facts";
import type { ReportedCertificate } from "@/lib/dashboard/presentation/presentation-report";
import { MomentText } from "./moment-text";

const ROLES = { signer: "Signer of the licence", intermediate: "Authority between", root: "Root" } as const;

/** The certificates from the one that signed the licence to the one that is believed. */
export function ChainList({ chain }: { chain: readonly ReportedCertificate[] }) {
	if (chain.length === 0) return null;
	return (
		<div className="grid gap-2">
			<h4 className="font-semibold">Chain, from leaf to root</h4>
			<ol className="grid gap-3">
				{chain.map((link) => (
					<li key={link.fingerprint} className="grid gap-1.5 border-l-2 border-line pl-3">
						<p className="font-medium">{ROLES[link.role]}</p>
						<Facts>
							<Fact term="Subject">{link.subject}</Fact>
							{link.issuer === link.subject ? null : <Fact term="Issued by">{link.issuer}</Fact>}
							<Fact term="Valid">
								<MomentText moment={link.validFrom} /> to <MomentText moment={link.validTo} />
							</Fact>
							<Fact term="SHA-256">
								<code className="text-xs">{link.fingerprint}</code>
							</Fact>
							{link.source === null ? null : <Fact term="Believed by">{link.source}</Fact>}
						</Facts>
					</li>
				))}
			</ol>
			{chain.some(({ role }) => role === "root") ? null : (
				<p className="text-danger">It ends here: no root that is believed has issued the last of them.</p>
			)}
		</div>
	);
}
