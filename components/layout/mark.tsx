/** The product's logo, a checked licence card; the same drawing as `app/icon.svg`, in the colours of the theme. */
export function Mark() {
	return (
		<svg aria-hidden="true" viewBox="0 0 32 32" className="mark">
			<rect width="32" height="32" rx="7" />
			<rect x="5" y="8" width="22" height="16" rx="3" />
			<path d="M11 11a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2M7.2 21c.3-2.6 1.7-4 3.8-4s3.5 1.4 3.8 4z" />
			<path d="M17.6 16.2l2.5 2.5 4.2-5.2" />
		</svg>
	);
}
