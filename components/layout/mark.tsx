/** The product's logo, a checked licence card, in the colours of the theme; drawn by `icon.css`, as `app/icon.svg` is. */
export function Mark() {
	return <span className="mark" />;
}
