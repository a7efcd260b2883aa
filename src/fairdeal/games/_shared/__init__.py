"""What Maryland's texts share: common procedure and common readings."""
